import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { firstFailed, inCopy, type Place, runTests, withText } from './place.ts';
import { type Break, BREAKS } from './proof-breaks.ts';

/**
 * `bun tests/mutants/proof.ts` breaks each promise of `proof-breaks.ts` once, in a copy of the tree, and says which
 * test went red. It fails where none does. `--row <beginning>` tries some of them.
 */
const ROOT = join(import.meta.dir, '..', '..');

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { row: { type: 'string', multiple: true, default: [''] } } });
  const chosen = BREAKS.filter(({ promise }) => values.row.some((each) => promise.startsWith(each)));
  const unseen: string[] = [];
  await inCopy(ROOT, async (place) => {
    for (const each of chosen) {
      const red = await redOf(place, each);
      if (!red) unseen.push(each.promise);
      console.log(`${red ? 'red ' : 'NONE'}  ${each.promise} | ${each.test}: ${red ?? ''}`);
    }
  });
  console.log(`${chosen.length - unseen.length} of ${chosen.length} breaks were seen`);
  return unseen.length > 0 ? 1 : 0;
}

/** The test that fails while the promise is broken. */
async function redOf(place: Place, { file, from, to, test }: Break): Promise<string | undefined> {
  const change = (sound: string) => {
    if (sound.split(from).length !== 2) throw new Error(`${file} has not once: ${from}`);
    return sound.replace(from, () => to);
  };
  const { output } = await withText(place, { file, change }, () => runTests(place, [test]));
  return firstFailed(output);
}

process.exitCode = await main();
