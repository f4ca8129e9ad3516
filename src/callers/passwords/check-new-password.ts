import { dictionary } from '@zxcvbn-ts/language-common';
import tenThousand from 'common-password/lib/10k most common.txt' with { type: 'text' };
import { invalidField, sentence } from '../../platform/kit/errors.ts';
import { PASSWORD_CHARACTERS, type User } from '../contract.ts';

/** The most used passwords of leaked lists, in lower case: the 10,000 most frequent ones, and 49,000 of another count. */
const MOST_USED: ReadonlySet<string> = new Set([
  ...tenThousand.toLowerCase().split(/\s+/),
  ...dictionary['passwords-common'],
]);

/** Characters side by side: in the alphabet, among the digits, on the keyboard. */
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** `abcabcab` repeats three characters. */
const LONGEST_REPEATED = 4;

/** The field of the request that has the password. */
type Field = 'password' | 'newPassword';

/**
 * Checks a newly chosen password, beyond what its schema checks. Passwords chosen earlier stay valid.
 * @throws validation_failed
 */
export function checkNewPassword(
  password: string,
  { role, field = 'password' }: { role: User['role']; field?: Field },
): void {
  const { leastOfAdmin } = PASSWORD_CHARACTERS;
  if (role === 'admin' && password.length < leastOfAdmin) {
    throw invalidField(field, sentence('passwordOfAdmin', { count: leastOfAdmin }));
  }
  if (isEasilyGuessed(password.toLowerCase())) {
    throw invalidField(field, sentence('passwordCommon'));
  }
}

const isEasilyGuessed = (text: string): boolean => MOST_USED.has(text) || isRun(text) || isRepeat(text);

function isRun(text: string): boolean {
  const back = Array.from(text).toReversed().join('');
  return RUNS.some((run) => run.includes(text) || run.includes(back));
}

/** Tells whether it is the same few characters again and again. */
function isRepeat(text: string): boolean {
  const letters = Array.from(text);
  const lengths = Array.from({ length: LONGEST_REPEATED }, (_, index) => index + 1);
  return lengths.some(
    (length) =>
      length * 2 <= letters.length &&
      letters.every((letter, index) => index < length || letter === letters[index - length]),
  );
}
