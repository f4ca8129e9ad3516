/** Where the time comes from, so that a test can move it. */
export interface Clock {
  now(): Date;
  /** Whether it was set ahead so lately that what other processes have claimed may only seem to have ended. */
  wasSetAhead?(): boolean;
}
