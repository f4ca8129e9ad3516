import { createHash } from 'node:crypto';

/** Mail providers that deliver to one mailbox with dots in its name or without. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The key of an address's mailbox, so that a mailbox gets trial credit once: in lower case, without `+tag`, and
 * without the dots that Gmail ignores. It is a hash, because it stays when the account's address is erased.
 */
export function addressKey(email: string): string {
  const [local = '', domain = ''] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  const [name = ''] = local.split('+');
  const mailbox = DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
  return createHash('sha256').update(mailbox).digest('hex');
}
