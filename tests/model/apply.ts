import type { Asked, Call, Message, Model, Operation, Subject, Who } from './model.ts';

/** The price and the monthly minutes of the trunk plan `basic` in the specification. */
const TRUNK_PRICE = 15_000;
const TRUNK_MINUTES = 2000;
/** The longest call, and the most calls of one account at a time. */
const MOST_MINUTES = 60;
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

/** Whether there was enough. */
function take(account: Account, amount: number): boolean {
  if (account.credits < amount) return false;
  account.credits -= amount;
  return true;
}

const isAllowed = ({ limit, spent }: Account, cost: number): boolean =>
  limit === null || spent + cost <= limit;

/** What a message or a call costs. @returns the status of its refusal, or null if it is paid */
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

/** The operations of the administrator, of the carrier, and between two accounts: a suspension does not stop them. */
const NOT_BY_OWNER: ReadonlySet<Operation['do']> = new Set([
  'verify',
  'reject',
  'reverse',
  'adjust',
  'suspend',
  'activate',
  'transfer',
  'report',
  'call ends',
]);

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
      return 201;
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
  }
}

function applyToMessages(
  { accounts, messages, prices }: Model,
  { operation, subject }: Asked,
  id: string,
): number {
  if (operation.do === 'send') {
    const { who, good, bad, scheduled } = operation;
    const price = prices.sms[who];
    const refusal = spend(accounts[who], (good + bad) * price);
    if (refusal !== null) return refusal;
    messages.push({ id, who, good, bad, price, scheduled, state: 'waiting' });
    return 201;
  }
  // Whether it arrived, whenever and however often that is said, moves no money.
  if (operation.do === 'report') return 204;
  const message = messages.find((each) => each.id === subject.id);
  if (message?.state !== 'waiting') return 409;
  message.state = 'cancelled';
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

/**
 * The minutes of a call: first those of a package, which count against the limit at the standard price, then those
 * that the credit pays; and how many of a package the limit would allow.
 */
function minutesFor({ accounts, prices, trunk }: Model, who: Who) {
  const account = accounts[who];
  const [standard, price] = [prices.minute.direct, prices.minute[who]];
  const most = (wanted: number, isCovered: (minutes: number) => boolean): number => {
    for (let minutes = wanted; minutes > 0; minutes--) if (isCovered(minutes)) return minutes;
    return 0;
  };
  const allowed = most(MOST_MINUTES, (minutes) => isAllowed(account, minutes * standard));
  const there = who === 'direct' && trunk?.state === 'paid' ? trunk.minutes : 0;
  const ofTrunk = Math.min(allowed, there);
  const ofCredit = most(MOST_MINUTES - ofTrunk, (minutes) => {
    const cost = minutes * price;
    return cost <= account.credits && isAllowed(account, cost + ofTrunk * standard);
  });
  return { allowed, ofTrunk, ofCredit };
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
  giveBack(account, (call.ofCredit - ofCredit) * minute[call.who]);
  if (call.who === 'customer') model.earned += ofCredit * (minute.customer - minute.reseller);
}

function applyToNumbers(model: Model, { operation, subject }: Asked, id: string): number {
  const { accounts, numbers, prices } = model;
  const owned = numbers.find((each) => each.id === subject.id);
  if (operation.do === 'renew' && (owned?.months ?? 0) >= MOST_MONTHS) return 409;
  if (!take(accounts[subject.who], prices.month[subject.who])) return 402;
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

/** Sends every message that may be sent, and applies the carriers' answers. */
export function deliver(model: Model): void {
  const { accounts, messages, prices } = model;
  for (const message of messages.filter((each) => mayLeave(model, each))) {
    message.state = 'left';
    giveBack(accounts[message.who], message.bad * message.price);
    if (message.who === 'customer') model.earned += message.good * (message.price - prices.sms.reseller);
  }
}

/** Hands every new call to its carrier, which hangs up those that are given up before anybody answers. */
export function placeCalls(model: Model): void {
  for (const call of model.calls) {
    if (call.state === 'queued') call.state = 'placed';
    if (call.state === 'placed' && call.isGivenUp) end(model, call, 0);
  }
}

/** Pays the reseller what was earned. */
export function payMargins(model: Model): void {
  const { reseller } = model.accounts;
  const paid = Math.min(reseller.owed, model.earned);
  reseller.owed -= paid;
  reseller.credits += model.earned - paid;
  model.earned = 0;
}

/** Lets the announced price hold. */
export function holdRaise(model: Model): void {
  if (model.raise !== null) model.prices.sms.customer = model.raise;
  model.raise = null;
}
