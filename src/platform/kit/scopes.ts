import type { Endpoint } from './endpoint.ts';

/**
 * The scopes that can limit an API key. A key without a list has all scopes, also those added later, except
 * `money`: that one is given by name only, so that nobody has it without knowing.
 */
export const SCOPES = [
  ...['read', 'messages', 'voice', 'numbers', 'billing', 'customers', 'webhooks', 'account', 'admin', 'money'],
] as const;
export type Scope = (typeof SCOPES)[number];

/** The part of the API that an endpoint belongs to: the scope that a change there needs, and what it is for. */
export const PARTS = {
  Accounts: ['account', 'Profile, people, API keys and limits'],
  Administration: ['admin', 'What an operator does'],
  Brands: ['customers', 'The look that a reseller’s customers see'],
  Campaigns: ['messages', 'One text to lists of contacts'],
  Contacts: ['messages', 'People, their numbers and lists'],
  Customers: ['customers', 'A reseller’s customers, their prices and credit'],
  'DID numbers': ['numbers', 'Find, buy and renew numbers; where their calls lead'],
  Events: ['read', 'What happens, in one stream'],
  Inbox: ['messages', 'Conversations, replies and automatic answers'],
  Payments: ['billing', 'Buy credit, pay orders, list transactions'],
  Providers: ['read', 'The carriers and how they are'],
  Reseller: ['billing', 'The reseller package: expiry, rates and usage'],
  'Sign-in': ['account', 'Passkeys, second factors and sessions'],
  'SIP trunk': ['voice', 'Trunks, their credentials and telephones'],
  SMS: ['messages', 'Send messages and codes; recipients, templates, opt-outs'],
  Statements: ['billing', 'Invoices, balances and movements of a period'],
  Uploads: ['billing', 'Pictures and receipts, by a signed link'],
  Voice: ['voice', 'Place and follow calls, hear recordings'],
  Webhooks: ['webhooks', 'Your addresses that are told what happens'],
} as const satisfies Record<string, readonly [Scope, string]>;
export type Tag = keyof typeof PARTS;

/** By which an administrator makes credit or takes it away: a key needs `admin` and `money`. */
const MONEY: ReadonlySet<string> = new Set(['verifyPayment', 'reversePayment', 'adjustBalance', 'refundCharge']);

/**
 * The scopes that allow an endpoint; a key needs one of them. Reading needs `read` or the part's own scope, everything
 * else the part's own scope, endpoints of administrators need `admin`, and those that move money `money` as well.
 */
export function scopesFor({
  name,
  access,
  method,
  tag,
}: Pick<Endpoint, 'name' | 'access' | 'method' | 'tag'>): Scope[] {
  if (MONEY.has(name)) return ['money'];
  if (access === 'admin' || access === 'admin-session') return ['admin'];
  const own = PARTS[tag][0];
  // Also the picture of a message.
  if (name === 'requestUpload') return [own, 'messages'];
  return method === 'GET' && own !== 'read' ? ['read', own] : [own];
}

/** Tells whether a key has one of the scopes. @param scopes null: all but `money` */
export const hasScope = (scopes: readonly string[] | null, accepted: readonly Scope[]): boolean =>
  accepted.some((scope) => (scopes ? scopes.includes(scope) : scope !== 'money'));
