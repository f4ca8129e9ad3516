import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { firstFailed, inCopy, type Place, runTests, withText } from './place.ts';

/**
 * `bun run proof` breaks each promise of `proof-breaks.tsv` once, in a copy of the tree, and says which test went red.
 * It fails where none does. `--row <beginning>` tries some of them.
 *
 * A line has the beginning of the promise in docs/proof.md, a source file, what stands there once, what is put
 * there, and the test that should notice, separated by tabs.
 */
const ROOT = join(import.meta.dir, '..', '..');
type Break = Record<'promise' | 'file' | 'from' | 'to' | 'test', string>;

async function readBreaks(): Promise<Break[]> {
  const text = await Bun.file(join(import.meta.dir, 'proof-breaks.tsv')).text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [promise = '', file = '', from = '', to = '', test = ''] = line.split('\t');
      return { promise, file, from, to, test };
    });
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { row: { type: 'string', multiple: true, default: [''] } } });
  const breaks = await readBreaks();
  const chosen = breaks.filter(({ promise }) => values.row.some((each) => promise.startsWith(each)));
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
