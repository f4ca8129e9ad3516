import * as fc from 'fast-check';
import { expectSoundBooks } from '../kit/books.ts';
import { chance } from '../kit/seed.ts';
import { type Histories, histories } from './histories.ts';
import { doChore, liveChapter } from './live.ts';
import { type Done, Progress } from './progress.ts';
import { makePeople, startSystem, type System } from './system.ts';

/**
 * Random histories of all operations that move money, each by three accounts, an administrator and a carrier, compared
 * with a simple model: many histories beside each other, in each one operation or two at once, and while connections
 * are cut, the server is killed or its database is killed. What fails is reduced to the shortest histories that fail.
 *
 * The check repeats the same histories, so that it fails for what was changed. MODEL_OPERATIONS=1000000 tries so many
 * new ones: it prints how far it is, SIGINT ends it after the present histories, and MODEL_SEED continues where a run
 * ended or repeats what failed.
 */
const IN_THE_CHECK = { operations: 2000, seed: 20_261_142 };
const wanted = process.env.MODEL_OPERATIONS;
const OPERATIONS = Number(wanted ?? IN_THE_CHECK.operations);
/** A failure is reported after this time, even if its histories could still be shorter. */
const SHRINKS_FOR_MS = 120_000;
/** After so many the books are checked, and a new database begins: the chores are slow in a full one. */
const IN_ONE_DATABASE = 20_000;
/** So many servers at once in a long run, each with its database: while one starts again, another is busy. */
const SYSTEMS = wanted ? 2 : 1;

const firstSeed = (): number => {
  if (process.env.MODEL_SEED) return Number(process.env.MODEL_SEED);
  return wanted ? Math.floor(chance('histories')() * 2 ** 31) : IN_THE_CHECK.seed;
};

test('every history ends in the same state as the model, with correct books', async () => {
  const progress = new Progress(OPERATIONS);
  process.once('SIGINT', progress.stop);
  const seeds = { next: firstSeed() };
  const running = Array.from({ length: SYSTEMS }, async () => {
    try {
      while (!progress.isOver) await fillDatabase(seeds, progress);
    } finally {
      progress.stop();
    }
  });
  const ends = await Promise.allSettled(running);
  process.off('SIGINT', progress.stop);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}, 86_400_000);

async function fillDatabase(seeds: { next: number }, progress: Progress): Promise<void> {
  const system = await startSystem();
  try {
    let operations = 0;
    while (!progress.isOver && operations < IN_ONE_DATABASE) {
      operations += await tryHistories(system, seeds.next++, progress);
      progress.say(seeds.next);
    }
    // Not after each history: damage by one would make all later ones fail, and none could be reduced.
    await expectSoundBooks(system.app);
  } finally {
    await system.stop();
  }
}

/** From seeds that follow each other fast-check begins with similar numbers: they had the same disturbances. */
const mixed = (seed: number): number => Bun.hash.crc32(String(seed)) | 0;

/** @returns the number of operations */
async function tryHistories(system: System, seed: number, progress: Progress): Promise<number> {
  const tried: Done[] = [];
  const property = fc.asyncProperty(histories, async (given) => {
    tried.push(await liveAll(system, given));
  });
  await fc.assert(property, { seed: mixed(seed), numRuns: 1, skipAllAfterTimeLimit: SHRINKS_FOR_MS });
  const [done] = tried;
  if (!done) throw new Error('the histories were not tried');
  progress.add(done);
  return done.operations;
}

async function liveAll(system: System, { histories: all, course }: Histories): Promise<Done> {
  const stories = await makePeople(system, all.length);
  const done: Done = { operations: 0, disturbances: [] };
  const chapters = Math.max(course.length, ...all.map(({ length }) => length));
  for (let chapter = 0; chapter < chapters; chapter++) {
    const parts = stories.map((story, place) => ({ story, steps: all[place]?.[chapter] ?? [] }));
    const { disturbance = null, chore = null } = course[chapter] ?? {};
    done.operations += await liveChapter(system, parts, disturbance);
    if (disturbance) done.disturbances.push(disturbance.what);
    if (chore) await doChore(system, stories, chore);
  }
  return done;
}
