/** The TXT record by which the owner of a host name says whose portal it is. */
export const recordOf = ({ hostName, hostToken }: { hostName: string; hostToken: string }) => ({
  name: `_topline.${hostName}`,
  value: `topline-verification=${hostToken}`,
});

/** For so long a name whose record is gone is still served: it may be a mishap. */
export const MISSING_HOURS = 24;
