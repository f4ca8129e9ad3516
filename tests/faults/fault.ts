/** A fault that somebody might make: a small change of one source file, and the tests that should notice it. */
export interface Fault {
  /** What is wrong then, e.g. `the message of another is read`. */
  name: string;
  file: string;
  /** Text that stands in the file exactly once. */
  find: string;
  /** What is put in its place. */
  put: string;
  /** Test files below `tests`, without their ending: `api/messaging/send`. */
  tests: readonly string[];
  /** Where and when they run, for what only shows in another zone or on another day. */
  env?: Readonly<Record<'TZ' | 'TEST_NOW', string>>;
}

/** A condition taken away, or a weaker one in its place. */
export const without = (
  name: string,
  file: string,
  find: string,
  tests: readonly string[],
  put = '',
): Fault => ({ name, file, find, put, tests });
