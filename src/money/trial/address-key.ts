import { getDomain } from 'tldts';
import { createHash } from 'node:crypto';

/** Mail providers that deliver to one mailbox with dots in its name or without. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** Mail services at which anybody may have an address: people there have nothing to do with each other. */
const MAIL_SERVICES =
  /^(126|163|aol|fastmail|free|freenet|gmail|gmx|googlemail|hey|hotmail|icloud|laposte|libero|live|mac|mail|mailbox|me|msn|naver|orange|outlook|pm|posteo|proton|protonmail|qq|rediffmail|rocketmail|seznam|sfr|sky|t-online|tutanota|tuta|uol|btinternet|virgilio|wanadoo|web|yahoo|yandex|ymail|zoho)\.(at|be|br|ca|ch|cn|co\.in|co\.jp|co\.kr|co\.uk|com|com\.ar|com\.au|com\.br|com\.mx|cz|de|es|eu|fm|fr|ie|in|io|it|jp|me|net|nl|org|pl|pt|ru|se|uk)$/;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const partsOf = (email: string): [local: string, domain: string] => {
  const [local = '', domain = ''] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  return [local, domain];
};

/**
 * The key of an address's mailbox, so that a mailbox gets trial credit once: in lower case, without `+tag`, and
 * without the dots that Gmail ignores. It is a hash, because it stays when the account's address is erased.
 */
export function addressKey(email: string): string {
  const [local, domain] = partsOf(email);
  const [name = ''] = local.split('+');
  return hashOf(DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`);
}

/**
 * The key of the domain that somebody registered, by the Public Suffix List: who has one has as many mailboxes and
 * subdomains as they like. A hash too.
 * @returns null for a mail service
 */
export function domainKey(email: string): string | null {
  const [, domain] = partsOf(email);
  const registered = getDomain(domain) ?? domain;
  return MAIL_SERVICES.test(registered) ? null : hashOf(registered);
}
