import { inCopy } from './place.ts';
import type { Notes } from './notes.ts';
import { markAll, recordOne, testFilesOf } from './reach.ts';
import { sourcesOfRooms } from './rooms.ts';
import { testsOf } from './tests.ts';

/** The folders of tests that are quick and run the program in their own process. */
const FOLDERS = ['unit', 'api', 'ledger', 'twins', 'mail', 'carriers'];
/** A file that takes longer is not worth it: others come by the same. */
const LIMIT_MS = 120_000;

/**
 * Records by which spots each test file comes, where the notes do not know it yet: first those that `tests.ts` names.
 * @param until when to begin no other, by `performance.now()`
 */
export async function recordAll(root: string, notes: Notes, until: number): Promise<void> {
  const sources = sourcesOfRooms();
  const named = new Set(sources.flatMap(({ path }) => testsOf(path)));
  const files = testFilesOf(root, FOLDERS);
  const inOrder = [...files.filter((file) => named.has(file)), ...files.filter((file) => !named.has(file))];
  const known = await notes.reaches();
  await inCopy(root, async (place) => {
    await markAll(place, sources);
    for (const file of inOrder) {
      if (known[file]) continue;
      if (performance.now() > until) break;
      const reach = await recordOne(place, file, LIMIT_MS);
      if (!reach) {
        console.log(`not recorded: ${file} does not pass in a marked copy`);
        continue;
      }
      known[file] = reach;
      await notes.keepReaches(known);
      const spots = new Set([...reach.before, ...reach.tests.flatMap((test) => test.spots)]).size;
      console.log(`${file}: ${reach.tests.length} tests, ${spots} spots, ${Math.round(reach.ms)} ms`);
    }
  });
}
