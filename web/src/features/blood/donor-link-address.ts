import { paths } from "../../lib/paths";

/** The small form of the donors' page, in which whoever is registered asks for the private link again. */
export const donorLinkForm = "private-link";

export const donorLinkAddress = `${paths.bloodDonate}#${donorLinkForm}`;
