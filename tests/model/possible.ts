import { apply } from './apply.ts';
import { type Asked, type Model, WHO } from './model.ts';

/** An operation with what the server said. */
export interface Answered extends Asked {
  status: number;
  /** It is the id of the thing that it made; '' if it made none. */
  id: string;
}

/** An account: balance, debt, today's spending, its limit, the announced price, whether it is suspended. */
export type Standing = [...pence: (number | null)[], isSuspended: boolean];
export type Accounts = Record<string, Standing>;

/**
 * The states that a history may be in. Mostly it is one; of two operations at once it may show much later which was the
 * first: of two calls, when the one ends for which less credit was left.
 */
export type Possible = readonly [Model, ...Model[]];

const isHangUp = ({ operation }: Asked): boolean => operation.do === 'hang up';

/**
 * The states that are possible after these operations, in any order. A suspension ends calls: a hang-up that was let in
 * just before it finds its call ended.
 * @throws if in none of them the server would have answered so, with these accounts
 */
export function afterwards(before: Possible, answered: readonly Answered[], there: Accounts): Possible {
  const orders = answered.length > 1 ? [answered, answered.toReversed()] : [answered];
  const hangUps = answered.length > 1 && answered.some(isHangUp) ? [false, true] : [false];
  const tried = orders.flatMap((order) =>
    before.flatMap((each) =>
      hangUps.map((areLetIn) => {
        const isLetIn = (one: Asked) => areLetIn && isHangUp(one) && !each.accounts[one.subject.who].suspended;
        const model = structuredClone(each);
        const statuses = order.map((one) => apply(model, one, one.id, isLetIn(one)));
        const isAnsweredSo = order.every(({ status }, place) => status === statuses[place]);
        return { model, statuses, isAnsweredSo };
      }),
    ),
  );
  const agreeing = tried
    .filter(({ model, isAnsweredSo }) => isAnsweredSo && Bun.deepEquals(there, accountsIn(model)))
    .map(({ model }) => model);
  const expected = () => tried.map(({ statuses, model }) => ({ statuses, accounts: accountsIn(model) }));
  return different(agreeing, () => `no order gives ${shown({ answered, there })}, but ${shown(expected())}`);
}

/**
 * The states that are possible after something that happened to all.
 * @throws if none of them has these accounts
 */
export function afterChore(before: Possible, change: (model: Model) => void, there: Accounts): Possible {
  for (const model of before) change(model);
  const agreeing = before.filter((model) => Bun.deepEquals(there, accountsIn(model)));
  return different(agreeing, () => shown({ there, expected: before.map(accountsIn) }));
}

/** Each state once. */
function different(models: readonly Model[], fault: () => string): Possible {
  const [first, ...others] = new Map(models.toReversed().map((model) => [textOf(model), model])).values();
  if (!first) throw new Error(fault());
  return [first, ...others];
}

/** The same for two states in which only the order of things differs. */
const textOf = (model: Model): string =>
  JSON.stringify(model, (_key, value: unknown) =>
    Array.isArray(value) ? value.map((each) => JSON.stringify(each)).toSorted() : value,
  );

const shown = (value: unknown): string => Bun.inspect(value, { depth: 6 });

const accountsIn = ({ accounts, raise }: Model): Accounts =>
  Object.fromEntries(
    WHO.map((name): [string, Standing] => {
      const { credits, owed, spent, limit, suspended } = accounts[name];
      return [name, [credits, owed, spent, limit, name === 'reseller' ? raise : null, suspended]];
    }),
  );
