/** As long as a reason may be; the server refuses longer ones. */
export const longestReason = 300;
