import { codeOf } from '../kit/problems.ts';
import { apply, deliver, holdRaise, payMargins, placeCalls } from './apply.ts';
import type { AtOnce, Chore, Course } from './histories.ts';
import { type Asked, type Model, subjectOf, WHO } from './model.ts';
import { idIn, type Request, requestOf } from './requests.ts';
import * as real from './system.ts';

/** How long a client waits before it repeats a request that was not answered. */
const PAUSE_MS = 20;

/** A history in a chapter: what it does, and what it is at. */
export interface Part {
  story: real.Story;
  steps: readonly AtOnce[];
}

/**
 * Applies the steps of a chapter to the server and to the models, all histories beside each other, and compares a
 * history's accounts with its model after each step.
 * @returns the number of operations
 * @throws if no order of its operations gives what a history has; when all histories have ended
 */
export async function liveChapter(
  system: real.System,
  parts: readonly Part[],
  disturbance: Course['disturbance'],
): Promise<number> {
  const disturbing = startDisturbing(system, disturbance);
  const living = parts.map(async ({ story, steps }) => {
    let operations = 0;
    for (const step of steps) {
      const done = await takeStep(system, { story, step, onAsk: disturbing.onAsk });
      operations += done;
    }
    return operations;
  });
  const ends = await Promise.allSettled(living);
  await disturbing.end();
  let operations = 0;
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason;
    operations += end.value;
  }
  return operations;
}

/** Disturbs the system when enough operations were asked for, at the latest when there are no more. */
function startDisturbing(system: real.System, disturbance: Course['disturbance']) {
  if (!disturbance) return { onAsk: () => {}, end: async () => {} };
  const enough = Promise.withResolvers<void>();
  let asked = 0;
  const disturbing = enough.promise
    .then(() => Bun.sleep(disturbance.afterMs))
    .then(() => system.disturb(disturbance.what));
  return {
    onAsk: () => {
      if (++asked === disturbance.after) enough.resolve();
    },
    end: async () => {
      enough.resolve();
      await disturbing;
      await system.untilWell();
    },
  };
}

interface Step {
  story: real.Story;
  step: AtOnce;
  /** Called when an operation is asked for. */
  onAsk: () => void;
}

/** @returns the number of operations */
async function takeStep(system: real.System, { story, step, onAsk }: Step): Promise<number> {
  const before = story.model;
  const asked = step.flatMap((each, place): Asked[] => {
    const subject = subjectOf(before, each);
    // A package can be ordered only once.
    const isSecond = place > 0 && each.do === 'order' && step[0]?.do === 'order';
    return subject && !isSecond ? [{ operation: each, subject }] : [];
  });
  const answered = await Promise.all(
    asked.map(async (each): Promise<Answered> => {
      const request = requestOf(system, story.people, each);
      onAsk();
      const response = await untilAnswered(request);
      return { ...each, status: response.status, id: await idIn(each.operation, response) };
    }),
  );
  const there = await real.accountsOf(system, story.people);
  const orders = [answered, answered.toReversed()].map((order) => ({ ...inOrder(before, order), order }));
  const agreeing = orders.find(
    ({ order, statuses, model }) =>
      Bun.deepEquals(statuses, statusesOf(order)) && Bun.deepEquals(there, accountsIn(model)),
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

interface Answered extends Asked {
  status: number;
  id: string;
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
    if (response && response.status < 500 && !(await isUnderWay(response))) return response;
    await Bun.sleep(PAUSE_MS);
  }
}

/** Whether the first attempt still runs: its connection was cut, and the server has not noticed. */
const isUnderWay = async (response: Response): Promise<boolean> =>
  response.status === 409 && (await codeOf(response.clone())) === 'idempotency_in_progress';

/** What a chore does to the server, and to the model of each history. */
const CHORES: Record<Chore, [real: typeof real.deliverAll, model: (model: Model) => void]> = {
  delivery: [real.deliverAll, deliver],
  calls: [real.placeCalls, placeCalls],
  payout: [real.payOut, payMargins],
  raise: [real.holdRaises, holdRaise],
};

/** Does a chore, and compares the accounts of all histories with their models. */
export async function doChore(
  system: real.System,
  stories: readonly real.Story[],
  chore: Chore,
): Promise<void> {
  const [doIt, change] = CHORES[chore];
  await doIt(system, stories);
  await Promise.all(
    stories.map(async ({ people, model }) => {
      change(model);
      const there = await real.accountsOf(system, people);
      const expected = accountsIn(model);
      if (!Bun.deepEquals(there, expected))
        throw new Error(`after ${chore}: ${Bun.inspect({ there, expected }, { depth: 6 })}`);
    }),
  );
}

const accountsIn = ({ accounts, raise }: Model): Record<string, real.Standing> =>
  Object.fromEntries(
    WHO.map((name) => {
      const { credits, owed, spent, limit, suspended } = accounts[name];
      return [name, [credits, owed, spent, limit, name === 'reseller' ? raise : null, suspended]];
    }),
  );
