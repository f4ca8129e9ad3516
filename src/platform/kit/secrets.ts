/** The secrets of the settings. */
export interface Secrets {
  /** What signs and seals. */
  sessionSecret: string;
  /** What did before. */
  formerSecrets: readonly string[];
}

/** All that a signature may be of, or a seal be opened with, the present one first. */
export const everySecret = ({ sessionSecret, formerSecrets }: Secrets): [string, ...string[]] => [
  sessionSecret,
  ...formerSecrets,
];
