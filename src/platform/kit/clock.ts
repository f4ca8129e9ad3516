/** Where the time comes from, so that a test can move it. */
export interface Clock {
  now(): Date;
  /**
   * By how much it was set ahead lately, in milliseconds: what other processes have claimed may only seem to have ended.
   * Zero, or absent, where it was not.
   */
  setAheadMs?(): number;
}
