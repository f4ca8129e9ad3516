/**
 * What the money operations should do, in the simplest form: lists, and numbers in pence. The test compares the real
 * server with it.
 */

/** A direct customer, a reseller, and a customer of that reseller. */
export const WHO = ['direct', 'reseller', 'customer'] as const;
export type Who = (typeof WHO)[number];

interface Account {
  credits: number;
  owed: number;
  suspended: boolean;
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
  /** For each number. */
  price: number;
  scheduled: boolean;
  state: 'waiting' | 'cancelled' | 'left';
}

export interface Model {
  accounts: Record<Who, Account>;
  payments: Payment[];
  messages: Message[];
  /** The credit that the reseller has given the customer, minus the credit taken back. */
  given: number;
  /** Margins that are earned but not in the balance yet. */
  earned: number;
  /** The price of a message to one number, for each account. */
  prices: Record<Who, number>;
  trunk: { id: string; state: 'waiting' | 'paid' | 'cancelled' } | null;
}

/** The price of the trunk plan `basic` in the specification. */
const TRUNK_PRICE = 15_000;

export const beginning = (prices: Record<Who, number>): Model => {
  const account = () => ({ credits: 0, owed: 0, suspended: false });
  return {
    accounts: { direct: account(), reseller: account(), customer: account() },
    payments: [],
    messages: [],
    given: 0,
    earned: 0,
    prices,
    trunk: null,
  };
};

/** One operation, as fast-check makes it: `of` chooses one of the existing things, the latest first. */
export type Operation =
  | { do: 'top up'; who: 'direct' | 'reseller'; amount: number }
  | { do: 'verify' | 'reject' | 'reverse'; of: number }
  | { do: 'adjust'; who: Who; amount: number | 'all is taken' }
  | { do: 'send'; who: Who; good: number; bad: number; scheduled: boolean }
  | { do: 'cancel'; of: number }
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
  /** The amount that an adjustment adds. */
  change?: number;
}

/** The thing that an operation is about; undefined if none exists yet, and then the operation is skipped. */
export function subjectOf(
  { accounts, payments, messages, trunk: order }: Model,
  operation: Operation,
): Subject | undefined {
  switch (operation.do) {
    case 'verify':
    case 'reject':
    case 'reverse':
      return chosen(payments, operation.of);
    case 'cancel':
      return chosen(messages, operation.of);
    case 'pay':
    case 'cancel order':
      return order ? { id: order.id, who: 'direct' } : undefined;
    case 'adjust': {
      const { who, amount } = operation;
      const change = amount === 'all is taken' ? -accounts[who].credits : amount;
      return change === 0 ? undefined : { id: '', who, change };
    }
    case 'top up':
    case 'send':
      return { id: '', who: operation.who };
    case 'order':
      // A paid package runs longer than a history; a waiting one is the one to pay.
      return order === null || order.state === 'cancelled' ? { id: '', who: 'direct' } : undefined;
    case 'transfer':
    case 'suspend':
    case 'activate':
      return { id: '', who: 'direct' };
  }
}

/** Incoming credit first pays the debt. */
function add(account: Account, amount: number): void {
  const paid = Math.min(account.owed, amount);
  account.owed -= paid;
  account.credits += amount - paid;
}

/** Whether it existed. */
function take(account: Account, amount: number): boolean {
  if (account.credits < amount) return false;
  account.credits -= amount;
  return true;
}

/** An operation as it was requested. */
export interface Asked {
  operation: Operation;
  subject: Subject;
}

/**
 * Changes the model as the operation should change the server.
 * @param id the server's id of the thing that it made; '' if it made none
 * @returns the status that the server should answer with
 */
export function apply(model: Model, { operation, subject }: Asked, id: string): number {
  const { accounts, payments, messages, prices } = model;
  const byOwner = !['verify', 'reject', 'reverse', 'adjust', 'suspend', 'activate', 'transfer'].includes(
    operation.do,
  );
  if (byOwner && accounts[subject.who].suspended) return 403;
  switch (operation.do) {
    case 'top up':
      payments.push({ id, who: operation.who, amount: operation.amount, state: 'pending' });
      return 201;
    case 'verify':
    case 'reject': {
      const payment = payments.find((each) => each.id === subject.id);
      if (payment?.state !== 'pending') return 409;
      payment.state = operation.do === 'verify' ? 'verified' : 'rejected';
      if (operation.do === 'verify') add(accounts[payment.who], payment.amount);
      return 200;
    }
    case 'reverse': {
      const payment = payments.find((each) => each.id === subject.id);
      if (payment?.state !== 'verified') return 409;
      payment.state = 'reversed';
      const account = accounts[payment.who];
      const there = Math.min(account.credits, payment.amount);
      account.credits -= there;
      account.owed += payment.amount - there;
      return 201;
    }
    case 'adjust': {
      const { who, change = 0 } = subject;
      if (change >= 0) add(accounts[who], change);
      else if (!take(accounts[who], -change)) return 402;
      return 201;
    }
    case 'send': {
      const { who, good, bad, scheduled } = operation;
      if (!take(accounts[who], (good + bad) * prices[who])) return 402;
      messages.push({ id, who, good, bad, price: prices[who], scheduled, state: 'waiting' });
      return 201;
    }
    case 'cancel': {
      const message = messages.find((each) => each.id === subject.id);
      if (message?.state !== 'waiting') return 409;
      message.state = 'cancelled';
      add(accounts[message.who], (message.good + message.bad) * message.price);
      return 200;
    }
    case 'transfer': {
      const { reseller, customer } = accounts;
      const { back, amount } = operation;
      if (back && amount > model.given) return 409;
      const [from, to] = back ? [customer, reseller] : [reseller, customer];
      if (from.owed > 0 || !take(from, amount)) return 402;
      model.given += back ? -amount : amount;
      add(to, amount);
      return 201;
    }
    case 'order':
      model.trunk = { id, state: 'waiting' };
      return 201;
    case 'pay':
      if (model.trunk?.state !== 'waiting') return 409;
      if (!take(accounts.direct, TRUNK_PRICE)) return 402;
      model.trunk.state = 'paid';
      return 200;
    case 'cancel order':
      if (model.trunk?.state !== 'waiting') return 409;
      model.trunk.state = 'cancelled';
      return 200;
    case 'suspend':
    case 'activate':
      accounts.direct.suspended = operation.do === 'suspend';
      return 200;
  }
}

/** Sends every message that may be sent, and applies the carriers' answers. */
export function deliver({ accounts, messages, prices, ...model }: Model): number {
  let earned = model.earned;
  for (const message of messages) {
    if (message.state !== 'waiting' || message.scheduled || accounts[message.who].suspended) continue;
    message.state = 'left';
    add(accounts[message.who], message.bad * message.price);
    if (message.who === 'customer') earned += message.good * (message.price - prices.reseller);
  }
  return earned;
}
