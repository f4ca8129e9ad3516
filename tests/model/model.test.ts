import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { expectSoundBooks } from '../kit/books.ts';
import { chance } from '../kit/seed.ts';
import { apply, type Asked, deliver, type Model, type Operation, subjectOf, WHO } from './model.ts';
import {
  accountsOf,
  deliverAll,
  idIn,
  makePeople,
  payOut,
  type People,
  type Request,
  requestOf,
  startSystem,
  type System,
} from './system.ts';

/**
 * Random histories of all operations that move money, by three accounts and an administrator, compared with a simple
 * model: one at a time, two at once, and while all connections to the database are cut. A failing history is reduced
 * to the shortest one that fails. MODEL_OPERATIONS=1000000 runs longer; TEST_SEED repeats a run.
 */
const OPERATIONS = Number(process.env.MODEL_OPERATIONS ?? 2000);
const LONGEST = 80;
/** A failure is reported after this time, even if its history could still be shorter. */
const SHRINKS_FOR_MS = 120_000;
const seed = Math.floor(chance('histories')() * 2 ** 31);

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const amount = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 100, max: 20_000 }));
const payment = fc.integer({ min: 10_000, max: 30_000 });
const of = fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(20) });
const who = fc.constantFrom(...WHO);
const record = fc.record;
const one = <Do extends Operation['do']>(...names: Do[]) => fc.constantFrom(...names);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 2,
    arbitrary: record({ do: one('top up'), who: fc.constantFrom('direct', 'reseller'), amount: payment }),
  },
  { weight: 3, arbitrary: record({ do: one('verify', 'reject', 'verify'), of }) },
  { weight: 3, arbitrary: record({ do: one('reverse'), of }) },
  {
    weight: 2,
    arbitrary: record({
      do: one('adjust'),
      who,
      amount: fc.oneof(
        amount,
        amount.map((pence) => -pence),
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: record({
      do: one('send'),
      who,
      good: fc.integer({ min: 1, max: 5 }),
      bad: fc.integer({ min: 0, max: 3 }),
      scheduled: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: record({ do: one('cancel'), of }) },
  { weight: 3, arbitrary: record({ do: one('transfer'), back: fc.boolean(), amount }) },
  { weight: 2, arbitrary: record({ do: one('order', 'pay', 'cancel order') }) },
  { weight: 1, arbitrary: record({ do: one('suspend', 'activate', 'activate') }) },
);

/** The next step: some operations at once, with or without a cut connection, or the chores. */
interface AtOnce {
  at: 'once';
  operations: Operation[];
  isCut: boolean;
}
type Step = AtOnce | { at: 'delivery' } | { at: 'payout' };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: record({
      at: fc.constant('once' as const),
      operations: fc.array(operation, { minLength: 1, maxLength: 2 }),
      isCut: fc.nat(19).map((number) => number === 0),
    }),
  },
  { weight: 1, arbitrary: record({ at: fc.constant('delivery' as const) }) },
  { weight: 1, arbitrary: record({ at: fc.constant('payout' as const) }) },
);

test('every history ends in the same state as the model, with correct books', async () => {
  const histories = fc.array(step, { minLength: 1, maxLength: LONGEST, size: 'max' });
  let done = 0;
  const property = fc.asyncProperty(histories, async (history) => {
    const story = await makePeople(system);
    for (const next of history) done += await live(story, next);
  });
  for (let run = 0; ; run++) {
    await fc.assert(property, { seed: seed + run, numRuns: 1, interruptAfterTimeLimit: SHRINKS_FOR_MS });
    if (done >= OPERATIONS) break;
  }
  // Not after each history: damage by one would make all later ones fail, and none could be reduced.
  await expectSoundBooks({ deps: system });
}, 86_400_000);

type Story = { people: People; model: Model };

/** Applies the next step to both, and compares them. @returns how many operations it did */
async function live(story: Story, next: Step): Promise<number> {
  let count = 1;
  if (next.at === 'delivery') {
    await deliverAll(system, story);
    story.model.earned = deliver(story.model);
  } else if (next.at === 'payout') {
    await payOut(system);
    const { reseller } = story.model.accounts;
    const paid = Math.min(reseller.owed, story.model.earned);
    reseller.owed -= paid;
    reseller.credits += story.model.earned - paid;
    story.model.earned = 0;
  } else count = await atOnce(story, next);
  expect(await accountsOf(system, story.people)).toEqual(accountsIn(story.model));
  return count;
}

const accountsIn = ({ accounts }: Model) =>
  Object.fromEntries(
    WHO.map((name) => {
      const { credits, owed, suspended } = accounts[name];
      return [name, [credits, owed, Number(suspended)]];
    }),
  );

interface Answered extends Asked {
  status: number;
  id: string;
}

async function atOnce(story: Story, { operations, isCut }: AtOnce): Promise<number> {
  const before = story.model;
  const asked = operations.flatMap((each, place): Asked[] => {
    const subject = subjectOf(before, each);
    // A package can be ordered only once.
    const isSecond = place > 0 && each.do === 'order' && operations[0]?.do === 'order';
    return subject && !isSecond ? [{ operation: each, subject }] : [];
  });
  const answering = asked.map(async (each): Promise<Answered> => {
    const response = await untilAnswered(requestOf(system, story.people, each));
    return { ...each, status: response.status, id: await idIn(each.operation, response) };
  });
  if (isCut) system.cut();
  const answered = await Promise.all(answering);
  if (isCut) await system.untilWell();
  const there = await accountsOf(system, story.people);
  const orders = [answered, answered.toReversed()].map((order) => inOrder(before, order));
  const agreeing = orders.find(
    ({ statuses, model }, place) =>
      Bun.deepEquals(statuses, statusesOf(place === 0 ? answered : answered.toReversed())) &&
      Bun.deepEquals(there, accountsIn(model)),
  );
  if (!agreeing) {
    const expected = orders.map(({ statuses, model }) => ({ statuses, accounts: accountsIn(model) }));
    throw new Error(
      `no order gives ${Bun.inspect({ answered, there }, { depth: 6 })}, but ${Bun.inspect(expected, { depth: 6 })}`,
    );
  }
  story.model = agreeing.model;
  return answered.length;
}

const statusesOf = (answered: readonly Answered[]) => answered.map(({ status }) => status);

/** The model after these operations in turn, and the answers that it would have given. */
function inOrder(before: Model, answered: readonly Answered[]): { model: Model; statuses: number[] } {
  const model = structuredClone(before);
  const statuses = answered.map((each) => apply(model, each, each.id));
  return { model, statuses };
}

/** Repeats the request with the same key until the server knows its outcome. */
async function untilAnswered(request: Request): Promise<Response> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  for (;;) {
    const response = await request(headers);
    if (response.status < 500) return response;
  }
}
