import { mutantsOf } from './make.ts';
import type { Mutant } from './mutant.ts';
import type { Reaches } from './reach.ts';
import type { Source } from '../rules/sources.ts';
import { spotOf } from './spots.ts';
import { testsOf } from './tests.ts';

/** A test file, and of it those tests that come by a mutant; none if that is unknown: then all of them. */
export interface Step {
  file: string;
  names: readonly string[];
  /** How long they take without a mutant. */
  ms: number;
}

/** More than this is not worth it for one mutant: what noticed it not until then hardly ever does later. */
const MOST_FILES = 14;
const MOST_MS = 45_000;
/** A process, and a database. */
const START_MS = 1500;

/** What is known of the tests: by what they come, and which one caught the mutant before, as `file: name`. */
export interface Known {
  reaches: Reaches;
  by?: string | undefined;
}

/** The tests for a mutant: first the one that caught it before, then those that come by it. */
export function planFor(source: Source, mutant: Mutant, { reaches, by }: Known): Step[] {
  const steps = stepsFor(source, mutant, reaches);
  const [, file, title] = /^(\S+): (.+)$/.exec(by ?? '') ?? [];
  if (file === undefined || title === undefined) return steps;
  const name = title.split(' > ').at(-1) ?? title;
  return [{ file, names: /^\(unnamed\)|^does not end$/.test(name) ? [] : [name], ms: 5000 }, ...steps];
}

/**
 * The tests that come by a mutant: first those that `tests.ts` names for its file, then those that come by the fewest
 * other spots, because they are about this one most.
 */
function stepsFor(source: Source, mutant: Mutant, reaches: Reaches): Step[] {
  const listed = testsOf(mutant.file);
  const spot = spotOf(source, mutant)?.name;
  const exact = spot === undefined ? [] : stepsBy(reaches, (name) => name === spot);
  const ofFile = new Set(mutantsOf(source).map((each) => spotOf(source, each)?.name));
  const near = exact.length > 0 ? exact : stepsBy(reaches, (name) => ofFile.has(name));
  if (near.length === 0) return listed.map((file) => ({ file, names: [], ms: reaches[file]?.ms ?? 5000 }));
  const place = ({ file }: Step) => (listed.includes(file) ? listed.indexOf(file) : listed.length);
  const inOrder = near
    .map((step) => ({ step, breadth: breadthOf(reaches, step.file) }))
    .toSorted((one, other) => place(one.step) - place(other.step) || one.breadth - other.breadth)
    .map(({ step }) => step);
  return withinBounds(inOrder);
}

function stepsBy(reaches: Reaches, isWanted: (spot: string) => boolean): Step[] {
  return Object.entries(reaches).flatMap(([file, { ms, before, tests }]): Step[] => {
    const of = tests.filter(({ spots }) => spots.some(isWanted));
    if (of.length > 0)
      return [
        {
          file,
          names: of.map(({ name }) => name),
          ms: START_MS + of.reduce((sum, each) => sum + each.ms, 0),
        },
      ];
    return before.some(isWanted) ? [{ file, names: [], ms }] : [];
  });
}

const breadthOf = (reaches: Reaches, file: string): number =>
  new Set([...(reaches[file]?.before ?? []), ...(reaches[file]?.tests ?? []).flatMap(({ spots }) => spots)])
    .size;

function withinBounds(steps: readonly Step[]): Step[] {
  let ms = 0;
  return steps.slice(0, MOST_FILES).filter((step, index) => {
    ms += step.ms;
    return index === 0 || ms <= MOST_MS;
  });
}

/** Steps that one process does together: few at first, because the first mostly notice. */
export function together(steps: readonly Step[]): Step[][] {
  return [steps.slice(0, 1), steps.slice(1, 4), steps.slice(4, 9), steps.slice(9)].filter(
    (some) => some.length > 0,
  );
}

/** What `bun test -t` takes for some tests; undefined for all. */
export function patternOf(steps: readonly Step[]): string | undefined {
  if (steps.some(({ names }) => names.length === 0)) return undefined;
  const names = [...new Set(steps.flatMap((step) => step.names))];
  return `(${names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})$`;
}
