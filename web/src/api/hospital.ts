/** What a hospital's pages know of the server and hear of by its stream hangs below this key. Their profile, which is edited, does not. */
export const hospitalKey = (hospitalId: string) => ["hospital", hospitalId];
