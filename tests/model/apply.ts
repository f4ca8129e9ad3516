import { leftOfGifts, note, noteBack } from './gifts.ts';
import { isAllowed, minutesFor } from './minutes.ts';
import type { Asked, Call, Message, Model, Operation, Subject, Who } from './model.ts';

/** The price and the monthly minutes of the trunk plan `basic` in the specification. */
const TRUNK_PRICE = 15_000;
const TRUNK_MINUTES = 2000;
/** The most calls of one account at a time. */
export const MOST_CALLS = 5;
/** So many months ahead a number can be paid for. */
const MOST_MONTHS = 12;
type Account = Model['accounts'][Who];

/** Incoming credit first pays the debt. */
function add(account: Account, amount: number): void {
  const paid = Math.min(account.owed, amount);
  account.owed -= paid;
  account.credits += amount - paid;
}

/** Tells whether there was enough. */
function take(account: Account, amount: number): boolean {
  if (account.credits < amount) return false;
  account.credits -= amount;
  return true;
}

/** Pays for a message or a call. @returns the status of its refusal, or null if it is paid */
function spend(account: Account, cost: number): number | null {
  if (account.credits < cost) return 402;
  if (!isAllowed(account, cost)) return 403;
  account.credits -= cost;
  account.spent += cost;
  return null;
}

function giveBack(account: Account, amount: number): void {
  add(account, amount);
  account.spent -= amount;
}

const BY_ADMINISTRATOR = ['verify', 'reject', 'reverse', 'adjust', 'suspend', 'activate'] as const;
/** The operations of the administrator, of the carrier, and between two accounts: a suspension does not stop them. */
const NOT_BY_OWNER: ReadonlySet<Operation['do']> = new Set([...BY_ADMINISTRATOR, 'transfer', 'report', 'call ends']);

/**
 * Changes the model as the operation should change the server.
 * @param id the server's id of the thing that it made; '' if it made none
 * @param isLetIn whether the account was not suspended yet when it was let in
 * @returns the status that the server should answer with
 */
export function apply(model: Model, asked: Asked, id: string, isLetIn = false): number {
  const { operation, subject } = asked;
  const { accounts } = model;
  if (!isLetIn && !NOT_BY_OWNER.has(operation.do) && accounts[subject.who].suspended) return 403;
  switch (operation.do) {
    case 'send':
    case 'cancel':
    case 'report':
      return applyToMessages(model, asked, id);
    case 'call':
    case 'hang up':
    case 'call ends':
      return applyToCalls(model, asked, id);
    case 'buy':
    case 'renew':
      return applyToNumbers(model, asked, id);
    case 'order':
    case 'pay':
    case 'cancel order':
      return applyToOrder(model, asked, id);
    case 'limit':
      accounts[operation.who].limit = operation.limit;
      return 200;
    case 'price': {
      const { customer: held } = model.prices.sms;
      model.raise = operation.sms > held ? operation.sms : null;
      if (operation.sms <= held) model.prices.sms.customer = operation.sms;
      return 200;
    }
    case 'suspend':
      accounts.direct.suspended = true;
      for (const call of model.calls) if (call.who === 'direct') giveUp(model, call);
      return 200;
    case 'activate':
      accounts.direct.suspended = false;
      return 200;
    case 'top up':
    case 'verify':
    case 'reject':
    case 'reverse':
    case 'adjust':
    case 'transfer':
      return applyToCredit(model, { operation, subject }, id);
  }
}

interface AskedOfCredit {
  operation: Extract<Operation, { do: 'top up' | 'verify' | 'reject' | 'reverse' | 'adjust' | 'transfer' }>;
  subject: Subject;
}

function applyToCredit(model: Model, { operation, subject }: AskedOfCredit, id: string): number {
  const { accounts, payments } = model;
  const payment = payments.find((each) => each.id === subject.id);
  switch (operation.do) {
    case 'top up':
      payments.push({ id, who: operation.who, amount: operation.amount, state: 'pending' });
      return 201;
    case 'verify':
    case 'reject':
      if (payment?.state !== 'pending') return 409;
      payment.state = operation.do === 'verify' ? 'verified' : 'rejected';
      if (operation.do === 'verify') add(accounts[payment.who], payment.amount);
      return 200;
    case 'reverse': {
      if (payment?.state !== 'verified') return 409;
      payment.state = 'reversed';
      const account = accounts[payment.who];
      const there = Math.min(account.credits, payment.amount);
      account.credits -= there;
      account.owed += payment.amount - there;
      return 201;
    }
    case 'adjust': {
      const { who, amount } = operation;
      if (amount >= 0) add(accounts[who], amount);
      else if (!take(accounts[who], -amount)) return 402;
      note(model, who, { kind: amount >= 0 ? 'bought' : 'spent', pence: Math.abs(amount) });
      return 201;
    }
    case 'transfer': {
      const { reseller, customer } = accounts;
      const { back, amount } = operation;
      const [from, to] = back ? [customer, reseller] : [reseller, customer];
      if (back && amount > leftOfGifts(model)) return 409;
      if (from.owed > 0 || !take(from, amount)) return 402;
      note(model, 'customer', { kind: back ? 'taken' : 'given', pence: amount });
      add(to, amount);
      return 201;
    }
  }
}

function applyToMessages(model: Model, { operation, subject }: Asked, id: string): number {
  const { accounts, messages, prices } = model;
  if (operation.do === 'send') {
    const { who, good, bad, scheduled } = operation;
    const price = prices.sms[who];
    const refusal = spend(accounts[who], (good + bad) * price);
    if (refusal !== null) return refusal;
    note(model, who, { id, kind: 'spent', pence: (good + bad) * price });
    messages.push({ id, who, good, bad, price, scheduled, state: 'waiting' });
    return 201;
  }
  const message = messages.find((each) => each.id === subject.id);
  // A report of the arrival, however often it comes, moves no customer's money.
  if (operation.do === 'report') {
    if (message?.state === 'left') message.state = 'reported';
    return 204;
  }
  if (message?.state !== 'waiting') return 409;
  message.state = 'cancelled';
  noteBack(model, message.id, (message.good + message.bad) * message.price);
  giveBack(accounts[message.who], (message.good + message.bad) * message.price);
  return 200;
}

function applyToCalls(model: Model, { operation, subject }: Asked, id: string): number {
  const { accounts, calls, prices } = model;
  if (operation.do === 'call') {
    const { who } = operation;
    const [account, price] = [accounts[who], prices.minute[who]];
    if (calls.filter((call) => call.who === who && call.state !== 'ended').length >= MOST_CALLS) return 409;
    const { allowed, ofTrunk, ofCredit } = minutesFor(model, who);
    if (account.owed > 0) return 402;
    if (ofTrunk + ofCredit === 0) return account.credits >= price || allowed === 0 ? 403 : 402;
    if (model.trunk) model.trunk.minutes -= ofTrunk;
    account.credits -= ofCredit * price;
    account.spent += ofCredit * price + ofTrunk * prices.minute.direct;
    note(model, who, { id, kind: 'spent', pence: ofCredit * price });
    calls.push({ id, who, ofTrunk, ofCredit, state: 'queued', isGivenUp: false });
    return 201;
  }
  const call = calls.find((each) => each.id === subject.id);
  if (!call) throw new Error('there is no such call');
  if (operation.do === 'hang up') {
    if (call.state === 'ended') return 409;
    giveUp(model, call);
    return 200;
  }
  // A call ends once, and not before its carrier has it.
  if (operation.do === 'call ends' && call.state === 'placed') end(model, call, operation.seconds);
  return 204;
}

function giveUp(model: Model, call: Call): void {
  if (call.state === 'queued') end(model, call, 0);
  else call.isGivenUp = true;
}

/** Started minutes are charged, never more than were set aside; the rest comes back. */
function end(model: Model, call: Call, seconds: number): void {
  const [minute, account] = [model.prices.minute, model.accounts[call.who]];
  const billed = Math.min(call.ofTrunk + call.ofCredit, Math.ceil(seconds / 60));
  const ofTrunk = Math.min(billed, call.ofTrunk);
  const ofCredit = billed - ofTrunk;
  call.state = 'ended';
  if (model.trunk) model.trunk.minutes += call.ofTrunk - ofTrunk;
  account.spent -= (call.ofTrunk - ofTrunk) * minute.direct;
  noteBack(model, call.id, (call.ofCredit - ofCredit) * minute[call.who]);
  giveBack(account, (call.ofCredit - ofCredit) * minute[call.who]);
  if (call.who === 'customer') model.earned += ofCredit * (minute.customer - minute.reseller);
}

function applyToNumbers(model: Model, { operation, subject }: Asked, id: string): number {
  const { accounts, numbers, prices } = model;
  const owned = numbers.find((each) => each.id === subject.id);
  if (operation.do === 'renew' && (owned?.months ?? 0) >= MOST_MONTHS) return 409;
  if (!take(accounts[subject.who], prices.month[subject.who])) return 402;
  note(model, subject.who, { kind: 'spent', pence: prices.month[subject.who] });
  if (subject.who === 'customer') model.earned += prices.month.customer - prices.month.reseller;
  if (owned) owned.months += 1;
  else numbers.push({ id, who: subject.who, months: 1 });
  return owned ? 200 : 201;
}

function applyToOrder(model: Model, { operation }: Asked, id: string): number {
  if (operation.do === 'order') {
    model.trunk = { id, state: 'waiting', minutes: TRUNK_MINUTES };
    return 201;
  }
  if (model.trunk?.state !== 'waiting') return 409;
  if (operation.do === 'pay' && !take(model.accounts.direct, TRUNK_PRICE)) return 402;
  model.trunk.state = operation.do === 'pay' ? 'paid' : 'cancelled';
  return 200;
}

const mayLeave = ({ accounts }: Model, { state, scheduled, who }: Message): boolean =>
  state === 'waiting' && !scheduled && !accounts[who].suspended;

export function deliver(model: Model): void {
  const { accounts, messages, prices } = model;
  for (const message of messages) {
    if (message.state === 'reported') {
      message.state = 'over';
      if (message.who === 'customer') model.earned += message.good * (message.price - prices.sms.reseller);
    }
    if (!mayLeave(model, message)) continue;
    message.state = 'left';
    noteBack(model, message.id, message.bad * message.price);
    giveBack(accounts[message.who], message.bad * message.price);
  }
}

export function placeCalls(model: Model): void {
  for (const call of model.calls) {
    if (call.state === 'queued') call.state = 'placed';
    if (call.state === 'placed' && call.isGivenUp) end(model, call, 0);
  }
}

export function payMargins(model: Model): void {
  const { reseller } = model.accounts;
  const paid = Math.min(reseller.owed, model.earned);
  reseller.owed -= paid;
  reseller.credits += model.earned - paid;
  model.earned = 0;
}

export function holdRaise(model: Model): void {
  if (model.raise !== null) model.prices.sms.customer = model.raise;
  model.raise = null;
}
