import { dictionary } from '@zxcvbn-ts/language-common';
import { invalidField } from '../../platform/kit/errors.ts';
import { PASSWORD_CHARACTERS, type User } from '../contract.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/** The most used passwords of leaked lists, in lower case: the 10,000 most frequent ones and 39,000 more. */
const MOST_USED: ReadonlySet<string> = new Set(dictionary['passwords-common']);

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
  if (MOST_USED.has(password.toLowerCase())) {
    throw invalidField(field, sentence('passwordCommon'));
  }
}
