/** Ways to make a password better. Advice only: fewer characters are enough for the server. */
export type PasswordTip = 'length' | 'mixedCase' | 'digit' | 'symbol';

/** The length that is advised, in characters. */
export const ADVISED_LENGTH = 8;

/** Each tip, and whether a password follows it. */
export function passwordTips(password: string, length = ADVISED_LENGTH): { tip: PasswordTip; followed: boolean }[] {
  return [
    { tip: 'length', followed: Array.from(password).length >= length },
    { tip: 'mixedCase', followed: /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password) },
    { tip: 'digit', followed: /\p{Nd}/u.test(password) },
    { tip: 'symbol', followed: /[^\p{L}\p{N}\s]/u.test(password) },
  ];
}
