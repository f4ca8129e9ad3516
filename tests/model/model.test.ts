import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { expectSoundBooks } from '../kit/books.ts';
import { chance } from '../kit/seed.ts';
import { apply, deliver, holdRaise, payMargins, placeCalls } from './apply.ts';
import { type AtOnce, type Chore, histories, type Step } from './histories.ts';
import { type Asked, type Model, subjectOf, WHO } from './model.ts';
import { idIn, type Request, requestOf } from './requests.ts';
import * as real from './system.ts';

/**
 * Random histories of all operations that move money, by three accounts, an administrator and a carrier, compared with
 * a simple model: one at a time, two at once, and while connections are cut, the server is killed or its database is
 * killed. A failing history is reduced to the shortest one that fails. The check repeats the same histories, so that it
 * fails for what was changed; MODEL_OPERATIONS=1000000 tries so many new ones, and TEST_SEED repeats a run.
 */
const IN_THE_CHECK = { operations: 2000, seed: 20_261_122 };
const wanted = process.env.MODEL_OPERATIONS;
const OPERATIONS = Number(wanted ?? IN_THE_CHECK.operations);
/** A failure is reported after this time, even if its history could still be shorter. */
const SHRINKS_FOR_MS = 120_000;
/** How long a client waits before it repeats a request that was not answered. */
const PAUSE_MS = 5;
const seed = wanted ? Math.floor(chance('histories')() * 2 ** 31) : IN_THE_CHECK.seed;

let system: real.System;
beforeAll(async () => {
  system = await real.startSystem();
}, 60_000);
afterAll(() => system.stop());

test('every history ends in the same state as the model, with correct books', async () => {
  let done = 0;
  const property = fc.asyncProperty(histories, async (history) => {
    const story = await real.makePeople(system);
    for (const next of history) done += await live(story, next);
  });
  for (let run = 0; ; run++) {
    await fc.assert(property, { seed: seed + run, numRuns: 1, interruptAfterTimeLimit: SHRINKS_FOR_MS });
    if (done >= OPERATIONS) break;
  }
  // Not after each history: damage by one would make all later ones fail, and none could be reduced.
  await expectSoundBooks(system.app);
}, 86_400_000);

type Story = { people: real.People; model: Model };

/** What a chore does to the server, and to the model. */
const CHORES: Record<Chore, [real: (people: real.People) => Promise<void>, model: (model: Model) => void]> = {
  delivery: [(people) => real.deliverAll(system, people), deliver],
  calls: [() => real.placeCalls(system), placeCalls],
  payout: [() => real.payOut(system), payMargins],
  raise: [() => real.holdRaises(system), holdRaise],
};

/** Applies the next step to both, and compares them. @returns how many operations it did */
async function live(story: Story, next: Step): Promise<number> {
  let count = 1;
  if (next.at === 'once') count = await atOnce(story, next);
  else {
    const [doIt, model] = CHORES[next.at];
    await doIt(story.people);
    model(story.model);
  }
  expect(await real.accountsOf(system, story.people)).toEqual(accountsIn(story.model));
  return count;
}

const accountsIn = ({ accounts }: Model) =>
  Object.fromEntries(
    WHO.map((name) => {
      const { credits, owed, spent, suspended } = accounts[name];
      return [name, [credits, owed, spent, Number(suspended)]];
    }),
  );

interface Answered extends Asked {
  status: number;
  id: string;
}

async function atOnce(story: Story, { operations, disturbance }: AtOnce): Promise<number> {
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
  if (disturbance) {
    await Bun.sleep(disturbance.afterMs);
    await system.disturb(disturbance.what);
  }
  const answered = await Promise.all(answering);
  if (disturbance) await system.untilWell();
  const there = await real.accountsOf(system, story.people);
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
    const response = await request(headers).catch(() => null);
    if (response && response.status < 500) return response;
    await Bun.sleep(PAUSE_MS);
  }
}
