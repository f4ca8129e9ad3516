import { codeOf } from '../kit/problems.ts';
import { deliver, holdRaise, payMargins, placeCalls } from './apply.ts';
import type { AtOnce, Chore, Course } from './histories.ts';
import { type Asked, type Model, subjectOf } from './model.ts';
import { afterChore, type Answered, afterwards } from './possible.ts';
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
 * history's accounts with its models after each step.
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
      if (!story.isKnown) break;
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
  const [before] = story.possible;
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
      const { response, isRepeated } = await untilAnswered(request);
      if (isRepeated && (await mayHideAnOutcome(response))) story.isKnown = false;
      return { ...each, status: response.status, id: await idIn(each.operation, response) };
    }),
  );
  if (!story.isKnown) return answered.length;
  const there = await real.accountsOf(system, story.people);
  story.possible = afterwards(story.possible, answered, there);
  return answered.length;
}

/**
 * Tells whether an answer to a repeated request may hide the result of its first attempt: an account that is
 * suspended meanwhile is refused. Then the made thing is not known, and the history ends.
 */
const mayHideAnOutcome = async (response: Response): Promise<boolean> =>
  response.status === 403 && (await codeOf(response.clone())) === 'account_suspended';

async function untilAnswered(request: Request): Promise<{ response: Response; isRepeated: boolean }> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  for (let isRepeated = false; ; isRepeated = true) {
    const response = await request(headers).catch(() => null);
    if (response && response.status < 500 && !(await isUnderWay(response))) return { response, isRepeated };
    await Bun.sleep(PAUSE_MS);
  }
}

/** Tells whether the first attempt still runs: its connection was cut, and the server has not noticed. */
const isUnderWay = async (response: Response): Promise<boolean> =>
  response.status === 409 && (await codeOf(response.clone())) === 'idempotency_in_progress';

/** A chore's work on the server, and on the model of each history. */
const CHORES: Record<Chore, [real: typeof real.deliverAll, model: (model: Model) => void]> = {
  delivery: [real.deliverAll, deliver],
  calls: [real.placeCalls, placeCalls],
  payout: [real.payOut, payMargins],
  raise: [real.holdRaises, holdRaise],
};

/** Does a chore, and compares the accounts of all histories with their models. */
export async function doChore(system: real.System, stories: readonly real.Story[], chore: Chore): Promise<void> {
  const [doIt, change] = CHORES[chore];
  await doIt(system, stories);
  const known = stories.filter(({ isKnown }) => isKnown);
  await Promise.all(
    known.map(async (story) => {
      const there = await real.accountsOf(system, story.people);
      try {
        story.possible = afterChore(story.possible, change, there);
      } catch (cause) {
        throw new Error(`not so after ${chore}`, { cause });
      }
    }),
  );
}
