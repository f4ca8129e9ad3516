import { type Query, type QueryFilters, type UseQueryResult, queryOptions, useQuery } from '@tanstack/react-query';
import type { getUser } from '../../src/accounts/profile/contract.ts';
import type { getCarriers } from '../../src/carriers/contract.ts';
import type { listSettingChanges } from '../../src/admin/settings/contract.ts';
import type { listPendingPayments } from '../../src/money/payments/admin-contract.ts';
import type { listUnclaimed } from '../../src/money/wallets/contract.ts';
import type { listTransactions } from '../../src/money/payments/contract.ts';
import type { listSms } from '../../src/services/messaging/history-contract.ts';
import type { getNumber } from '../../src/services/numbers/details/contract.ts';
import type { listPorts } from '../../src/services/numbers/ports/contract.ts';
import type { listNumbers } from '../../src/services/numbers/contract.ts';
import type { listCalls } from '../../src/services/voice/contract.ts';
import type { listReceivedCalls } from '../../src/services/voice/inbound/contract.ts';
import type { ParamsOf, ResponseOf } from '../../src/platform/kit/endpoint.ts';
import type { KeyOf, ListKeyOf } from './typed-keys.ts';
import { queryClient } from './query-client.ts';

/**
 * The keys of data that several screens and the live connection share: the path's segments, joined by slashes.
 * A key that the live connection changes gets the type of its data from its endpoint.
 */
export const queryKeys = {
  user: (id: string): KeyOf<typeof getUser> => ['api', 'users', id],
  people: (id: string) => ['api', 'users', id, 'people'] as const,
  stats: (id: string) => ['api', 'users', id, 'stats'] as const,
  transactions: (id: string): ListKeyOf<typeof listTransactions> => ['api', 'users', id, 'transactions'],
  /** One payment's timeline. Its key begins with the key of the transactions. */
  payment: (userId: string, id: string) => ['api', 'users', userId, 'transactions', id] as const,
  /** Quotes: the amounts to pay in coins. */
  quotes: (id: string) => ['api', 'users', id, 'quotes'] as const,
  orders: (id: string) => ['api', 'users', id, 'orders'] as const,
  trunks: (id: string) => ['api', 'users', id, 'voice-packages'] as const,
  reseller: (id: string) => ['api', 'users', id, 'reseller'] as const,
  /** Statements of all periods, and what was spent by month. */
  statements: (id: string) => ['api', 'users', id, 'statement'] as const,
  /** The senders that an account may use. */
  senders: (id: string) => ['api', 'users', id, 'senders'] as const,
  /** The opt-outs: who wants no messages from an account. */
  optOuts: (id: string) => ['api', 'users', id, 'opt-outs'] as const,
  contacts: (id: string) => ['api', 'users', id, 'contacts'] as const,
  contactLists: (id: string) => ['api', 'users', id, 'contact-lists'] as const,
  campaigns: (id: string) => ['api', 'users', id, 'campaigns'] as const,
  autoReplies: (id: string) => ['api', 'users', id, 'auto-replies'] as const,
  verifications: (id: string) => ['api', 'users', id, 'verifications'] as const,
  smsTemplates: (id: string) => ['api', 'users', id, 'sms-templates'] as const,
  sms: (id: string): ListKeyOf<typeof listSms> => ['api', 'users', id, 'sms'],
  scheduledSms: (id: string) => ['api', 'users', id, 'sms', 'scheduled'] as const,
  /** The list of conversations, and the messages of each. */
  conversations: (id: string) => ['api', 'users', id, 'conversations'] as const,
  calls: (id: string): ListKeyOf<typeof listCalls> => ['api', 'users', id, 'voice'],
  receivedCalls: (id: string): ListKeyOf<typeof listReceivedCalls> => ['api', 'users', id, 'calls', 'received'],
  /** The prices that this account pays, also by destination. */
  rates: (id: string) => ['api', 'users', id, 'rates'] as const,
  destinations: (id: string) => ['api', 'users', id, 'destinations'] as const,
  /** For administrators: the price lists, and which of them set our prices. */
  rateDecks: ['api', 'admin', 'rate-decks'] as const,
  smsQuote: (id: string) => ['api', 'users', id, 'sms', 'quote'] as const,
  coins: ['api', 'coins'] as const,
  banner: ['api', 'banner'] as const,
  callQuote: (id: string) => ['api', 'users', id, 'call-quote'] as const,
  numbers: (id: string): ListKeyOf<typeof listNumbers> => ['api', 'users', id, 'did-numbers'],
  /** One number with its traffic; and of all numbers. */
  numberDetails: (userId: string, id: string): KeyOf<typeof getNumber> => [...queryKeys.allNumberDetails(userId), id],
  allNumberDetails: (userId: string) => ['api', 'users', userId, 'number-details'] as const,
  numberHolds: ['api', 'did-numbers', 'holds'] as const,
  /** The countries, with their standard prices. */
  numberCountries: ['api', 'did-numbers', 'countries'] as const,
  sessions: (id: string) => ['api', 'users', id, 'sessions'] as const,
  smppAccounts: (id: string) => ['api', 'users', id, 'smpp-accounts'] as const,
  apiKeys: (id: string) => ['api', 'users', id, 'api-keys'] as const,
  /** The caller's own. */
  secondFactor: ['api', 'auth', 'second-factor'] as const,
  /** Spend limits and what was spent today. */
  limits: (id: string) => ['api', 'users', id, 'limits'] as const,
  /** A reseller's. */
  customers: (id: string) => ['api', 'users', id, 'customers'] as const,
  margins: (id: string) => ['api', 'users', id, 'margins'] as const,
  webhooks: (id: string) => ['api', 'users', id, 'webhooks'] as const,
  carriers: ['api', 'telecom', 'providers'] as KeyOf<typeof getCarriers>,
  carrierHealth: ['api', 'telecom', 'providers', 'health'] as const,
  unknownSms: ['api', 'admin', 'sms', 'unknown'] as const,
  pendingPayments: ['api', 'admin', 'pending-payments'] as ListKeyOf<typeof listPendingPayments>,
  pendingCount: ['api', 'admin', 'pending-payments', 'count'] as const,
  /** The chain's evidence about a payment. */
  paymentEvidence: (id: string) => ['api', 'admin', 'payments', id, 'evidence'] as const,
  /** The same for all payments, and the other questions about one payment. */
  aboutPayments: ['api', 'admin', 'payments'] as const,
  /** Money that arrived and belongs to no payment. */
  unclaimedTransfers: ['api', 'admin', 'unclaimed-transfers'] as ListKeyOf<typeof listUnclaimed>,
  /** The reversals of a payment: amounts that were taken back. */
  paymentReversals: (id: string) => ['api', 'admin', 'payments', id, 'reversals'] as const,
  /** The lists of payments, without what the chain says about each. */
  adminPayments: ['api', 'admin', 'payments', 'list'] as const,
  adminUsers: ['api', 'admin', 'users'] as const,
  /** The calls of all accounts that have not ended. */
  liveCalls: ['api', 'admin', 'calls', 'live'] as const,
  adminStats: ['api', 'admin', 'stats'] as const,
  /** It is for the answer whether the books add up. */
  adminBooks: ['api', 'admin', 'books'] as const,
  alarms: ['api', 'admin', 'alarms'] as const,
  /** The papers of all accounts: the documents that carriers need for numbers. */
  allPapers: ['api', 'admin', 'number-papers'] as const,
  /** Requests to bring numbers from other carriers: an account's own, and those of all. */
  numberPorts: (id: string): ListKeyOf<typeof listPorts> => ['api', 'users', id, 'number-ports'],
  allPorts: ['api', 'admin', 'number-ports'] as const,
  /** Sender names of all accounts, and how many there are. */
  senderRequests: ['api', 'admin', 'sender-names'] as const,
  /** The requests that wait for a second administrator. */
  approvalRequests: ['api', 'admin', 'requests'] as const,
  settings: ['api', 'admin', 'settings'] as const,
  settingChanges: ['api', 'admin', 'settings', 'changes'] as ListKeyOf<typeof listSettingChanges>,
  adminActivity: ['api', 'admin', 'activity'] as const,
};

/**
 * Reads these again: at once if they are on the screen, otherwise when they are next shown. A first read that
 * is running is repeated when it has finished, because the server may have read before the change; the query
 * client would keep the old result.
 */
export async function invalidate(filters: QueryFilters): Promise<void> {
  const first = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const all = queryClient.invalidateQueries(filters);
  for (const query of first) if (query.state.data === undefined) void readOnceMore(query);
  await all;
}

/** Invalidates all whose keys begin with one of these. @returns when all on the screen are read */
export async function reread(...queryKeys: (readonly unknown[])[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => invalidate({ queryKey })));
}

/** After a change in a dialog: it closes, and what was changed is read again. */
export const closeAndReread =
  (onClose: () => void, ...queryKeys: (readonly unknown[])[]) =>
  (): void => {
    onClose();
    void reread(...queryKeys);
  };

async function readOnceMore(query: Query): Promise<void> {
  await query.promise?.catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
}

/**
 * The part of an endpoint that is used here; the rest gives its types only, so that the code of its schemas
 * need not be loaded.
 */
interface Readable {
  path: string;
}

type Parameters<E> = ParamsOf<E> extends Record<never, never> ? ParamsOf<E> : never;

/**
 * The key of what an endpoint reads: its path's segments, by which the cache reads it. Lists that screens and
 * the live connection share stand in `queryKeys`, and are the same.
 */
export const keyOf = (endpoint: Readable, params: Record<string, unknown> = {}): readonly string[] =>
  endpoint.path
    .split('/')
    .filter(Boolean)
    .map((segment) => (segment.startsWith(':') ? encodeURIComponent(String(params[segment.slice(1)])) : segment));

const readOf = <E extends Readable>(endpoint: E, params: Parameters<E>) =>
  queryOptions<ResponseOf<E>>({ queryKey: keyOf(endpoint, params) });

/**
 * Reads an endpoint that takes no query. The endpoint gives the key, the path and the type of the answer.
 * @param everyMs how often it is read again; false: when it is told to
 */
export function useRead<E extends Readable>(
  endpoint: E,
  params: Parameters<E>,
  { everyMs = false, ...more }: { enabled?: boolean; retryOnMount?: boolean; everyMs?: number | false } = {},
): UseQueryResult<ResponseOf<E>> {
  return useQuery({ ...readOf(endpoint, params), refetchInterval: everyMs, ...more });
}

/** The cached answer of an endpoint; undefined if nobody has read it. */
export const cachedRead = <E extends Readable>(endpoint: E, params: Parameters<E>): ResponseOf<E> | undefined =>
  queryClient.getQueryData(readOf(endpoint, params).queryKey);

/** Replaces the cached answer of an endpoint. */
export function storeRead<E extends Readable>(endpoint: E, params: Parameters<E>, answer: ResponseOf<E>): void {
  queryClient.setQueryData(readOf(endpoint, params).queryKey, () => answer);
}

/** Changes the cached answer of an endpoint, if there is one. */
export function changeRead<E extends Readable>(
  endpoint: E,
  params: Parameters<E>,
  change: (before: ResponseOf<E>) => ResponseOf<E>,
): void {
  queryClient.setQueryData(readOf(endpoint, params).queryKey, (before) => before && change(before));
}

const GATHERING_MILLISECONDS = 250;

const gathered = new Map<string, readonly string[]>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads these again, and everything whose key begins with theirs. Many events in a row, as a large message
 * causes them, lead to one reading in each quarter of a second, not to one for each event.
 */
export function invalidateSoon(...queryKeys: (readonly string[])[]): void {
  for (const queryKey of queryKeys) gathered.set(queryKey.join('/'), queryKey);
  timer ??= setTimeout(() => {
    timer = undefined;
    void reread(...gathered.values());
    gathered.clear();
  }, GATHERING_MILLISECONDS);
}
