import type { Endpoint } from './endpoint.ts';

/**
 * The scopes that can limit an API key. A key without a list has all scopes, also those added later, except
 * `money`: that one is given by name only, so that nobody has it without knowing.
 */
export const SCOPES = [
  'read',
  'messages',
  'voice',
  'numbers',
  'billing',
  'customers',
  'webhooks',
  'account',
  'admin',
  'money',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The part of the API that an endpoint belongs to, and the scope that a change there needs. */
export const SCOPE_OF_TAG = {
  Accounts: 'account',
  Administration: 'admin',
  Brands: 'customers',
  Campaigns: 'messages',
  Contacts: 'messages',
  Customers: 'customers',
  'DID numbers': 'numbers',
  Events: 'read',
  Inbox: 'messages',
  Payments: 'billing',
  Providers: 'read',
  Reseller: 'billing',
  'Sign-in': 'account',
  'SIP trunk': 'voice',
  SMS: 'messages',
  Statements: 'billing',
  Uploads: 'billing',
  Voice: 'voice',
  Webhooks: 'webhooks',
} as const satisfies Record<string, Scope>;
export type Tag = keyof typeof SCOPE_OF_TAG;

/** By which an administrator makes credit or takes it away: a key needs `admin` and `money`. */
const MONEY: ReadonlySet<string> = new Set(['verifyPayment', 'reversePayment', 'adjustBalance', 'refundCharge']);

/**
 * The scopes that allow an endpoint; a key needs one of them. Reading needs `read` or the part's own scope,
 * everything else the part's own scope, endpoints of administrators need `admin`, and those that
 * move money `money` as well.
 */
export function scopesFor({
  name,
  access,
  method,
  tag,
}: Pick<Endpoint, 'name' | 'access' | 'method' | 'tag'>): Scope[] {
  if (MONEY.has(name)) return ['money'];
  if (access === 'admin' || access === 'admin-session') return ['admin'];
  const own = SCOPE_OF_TAG[tag];
  // Also the picture of a message.
  if (name === 'requestUpload') return [own, 'messages'];
  return method === 'GET' && own !== 'read' ? ['read', own] : [own];
}

/** Tells whether a key has one of the scopes. @param scopes null: all but `money` */
export const hasScope = (scopes: readonly string[] | null, accepted: readonly Scope[]): boolean =>
  accepted.some((scope) => (scopes ? scopes.includes(scope) : scope !== 'money'));
