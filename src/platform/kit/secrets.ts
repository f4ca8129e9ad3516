/** The secrets in the settings. */
export interface Secrets {
  /** The secret that signs and seals. */
  sessionSecret: string;
  /** The secrets used before. */
  formerSecrets: readonly string[];
}

/** All secrets that a signature or a seal may have been made with, the present one first. */
export const everySecret = ({ sessionSecret, formerSecrets }: Secrets): [string, ...string[]] => [
  sessionSecret,
  ...formerSecrets,
];
