/** The TXT record with which the owner of a host name says whose portal it is. */
export const recordOf = ({ hostName, hostToken }: { hostName: string; hostToken: string }) => ({
  name: `_portal.${hostName}`,
  value: `portal-verification=${hostToken}`,
});

/** A name whose record is missing is still served for this many hours: the record may be missing by accident. */
export const MISSING_HOURS = 24;
