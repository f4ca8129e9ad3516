import type { Move } from './gifts.ts';

/**
 * The rules of the money operations in the simplest form: lists, and numbers in pence. The test compares the
 * real server with it.
 */

/** A direct customer, a reseller, and a customer of that reseller. */
export const WHO = ['direct', 'reseller', 'customer'] as const;
export type Who = (typeof WHO)[number];

interface Account {
  credits: number;
  owed: number;
  suspended: boolean;
  /** The most that messages and calls may cost today; null: no limit. */
  limit: number | null;
  /** Their cost today, with the amounts set aside. */
  spent: number;
}

export interface Payment {
  id: string;
  who: Who;
  amount: number;
  state: 'pending' | 'verified' | 'rejected' | 'reversed';
}

export interface Message {
  id: string;
  who: Who;
  /** How many of its numbers the carrier accepts, and how many it refuses. */
  good: number;
  bad: number;
  price: number;
  scheduled: boolean;
  /** With `reported`, its carrier has said what became of its good numbers, and that is not applied yet. */
  state: 'waiting' | 'cancelled' | 'left' | 'reported' | 'over';
}

export interface Call {
  id: string;
  who: Who;
  /** The minutes that are set aside: of the package, and of credit. */
  ofTrunk: number;
  ofCredit: number;
  state: 'queued' | 'placed' | 'ended';
  /** Its carrier is to hang up. */
  isGivenUp: boolean;
}

export interface OwnedNumber {
  id: string;
  who: Who;
  months: number;
}

/** The price of a message to one number, a minute, and a month of a number for each account. */
export type Prices = Record<'sms' | 'minute' | 'month', Record<Who, number>>;

export interface Model {
  accounts: Record<Who, Account>;
  payments: Payment[];
  messages: Message[];
  calls: Call[];
  numbers: OwnedNumber[];
  /** The movements of the customer's credit. */
  moves: Move[];
  /** Margins that are earned but not in the balance yet. */
  earned: number;
  prices: Prices;
  /** The customer's announced higher price of a message, which does not hold yet. */
  raise: number | null;
  /** The package, with the minutes that calls have not taken. */
  trunk: { id: string; state: 'waiting' | 'paid' | 'cancelled'; minutes: number } | null;
}

export const beginning = (prices: Prices): Model => {
  const account = () => ({ credits: 0, owed: 0, suspended: false, limit: null, spent: 0 });
  return {
    accounts: { direct: account(), reseller: account(), customer: account() },
    payments: [],
    messages: [],
    calls: [],
    numbers: [],
    moves: [],
    earned: 0,
    prices,
    raise: null,
    trunk: null,
  };
};

/** One operation, as fast-check makes it: `of` chooses one of the existing things, the latest first. */
export type Operation =
  | { do: 'top up'; who: 'direct' | 'reseller'; amount: number }
  | { do: 'verify' | 'reject' | 'reverse'; of: number }
  | { do: 'adjust'; who: Who; amount: number }
  | { do: 'send'; who: Who; good: number; bad: number; scheduled: boolean }
  | { do: 'cancel'; of: number }
  | { do: 'report'; of: number; delivered: boolean }
  | { do: 'call'; who: Who }
  | { do: 'hang up'; of: number }
  | { do: 'call ends'; of: number; seconds: number }
  | { do: 'buy'; who: Who }
  | { do: 'renew'; of: number }
  | { do: 'limit'; who: Who; limit: number | null }
  | { do: 'price'; sms: number }
  | { do: 'transfer'; back: boolean; amount: number }
  | { do: 'order' | 'pay' | 'cancel order' }
  | { do: 'suspend' | 'activate' };

/** The position, counted from the latest. */
const chosen = <Thing>(things: readonly Thing[], of: number): Thing | undefined =>
  things.length === 0 ? undefined : things.at(-1 - (of % things.length));

/** The account and the thing that it is about; '' if there is no such thing. */
export interface Subject {
  id: string;
  who: Who;
}

/** The thing that an operation is about; undefined if none exists yet, and then the operation is skipped. */
export function subjectOf(
  { payments, messages, calls, numbers, trunk: order }: Model,
  operation: Operation,
): Subject | undefined {
  switch (operation.do) {
    case 'verify':
    case 'reject':
    case 'reverse':
      return chosen(payments, operation.of);
    case 'cancel':
    case 'report':
      return chosen(messages, operation.of);
    case 'hang up':
    case 'call ends':
      return chosen(calls, operation.of);
    case 'renew':
      return chosen(numbers, operation.of);
    case 'pay':
    case 'cancel order':
      return order ? { id: order.id, who: 'direct' } : undefined;
    case 'adjust':
    case 'top up':
    case 'send':
    case 'call':
    case 'buy':
    case 'limit':
      return { id: '', who: operation.who };
    case 'order':
      // A paid package runs longer than a history; a waiting one is the one to pay.
      return order === null || order.state === 'cancelled' ? { id: '', who: 'direct' } : undefined;
    case 'price':
      return { id: '', who: 'reseller' };
    case 'transfer':
    case 'suspend':
    case 'activate':
      return { id: '', who: 'direct' };
  }
}

/** An operation as it was requested. */
export interface Asked {
  operation: Operation;
  subject: Subject;
}
