/** The name of a trunk in SIP: the random end of the package's id, short enough to type on a telephone. */
export const usernameOf = (trunkId: string): string => `tl${trunkId.slice(-12)}`;
