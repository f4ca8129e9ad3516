/** Where the time comes from, so that a test can move it. */
export interface Clock {
  now(): Date;
}
