import { join } from 'node:path';
import type { Place } from './place.ts';
import { applied, type Mutant } from './mutant.ts';
import type { Verdict } from './verdicts.ts';

/** A name, a line or an import that is of no use any more is no wrong type. */
const OF_NO_USE = /^TS(6133|6192|6196|6198|7027)$/;

/**
 * Tells the mutants that the type checker refuses: nobody can make them, so they say nothing of the tests. Errors count
 * in the mutant's own file only, so that one look can judge a mutant of each file.
 * @param tell takes each verdict as it is found
 */
export async function checkTypes(
  { tree }: Place,
  mutants: readonly Mutant[],
  tell: (verdict: Verdict) => Promise<void>,
): Promise<void> {
  for (const round of roundsOf(mutants)) {
    const sound = new Map<string, string>();
    for (const mutant of round) {
      const path = join(tree, mutant.file);
      const text = await Bun.file(path).text();
      sound.set(path, text);
      await Bun.write(path, applied(text, mutant));
    }
    const errors = await errorsIn(tree);
    for (const { id, file } of round) {
      const error = errors.get(file);
      if (error !== undefined) await tell({ id, kind: 'broken', by: `types: ${error}` });
    }
    for (const [path, text] of sound) await Bun.write(path, text);
  }
}

/** Groups in which each file has one mutant at most. */
export function roundsOf(mutants: readonly Mutant[]): Mutant[][] {
  const rounds: Mutant[][] = [];
  const seen = new Map<string, number>();
  for (const mutant of mutants) {
    const round = seen.get(mutant.file) ?? 0;
    seen.set(mutant.file, round + 1);
    (rounds[round] ??= []).push(mutant);
  }
  return rounds;
}

/** The first error of each file that has one. */
async function errorsIn(tree: string): Promise<Map<string, string>> {
  const child = Bun.spawn([process.execPath, 'check', '--no-script', '--no-pretty', '--all', '--threads=1'], {
    cwd: tree,
    env: { ...process.env, FORCE_COLOR: '0' },
    stdout: 'pipe',
    stderr: 'ignore',
  });
  return readErrors(await new Response(child.stdout).text());
}

/** The first error of each file, from what the type checker says. */
export function readErrors(output: string): Map<string, string> {
  const errors = new Map<string, string>();
  for (const [, file = '', code = '', text = ''] of output.matchAll(
    /^(\S+?)\(\d+,\d+\): error (TS\d+): (.+)$/gm,
  )) {
    if (!OF_NO_USE.test(code) && !errors.has(file)) errors.set(file, `${code} ${text}`.slice(0, 150));
  }
  return errors;
}
