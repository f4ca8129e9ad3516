import { mutantsOf } from './make.ts';
import type { Mutant } from './mutant.ts';
import type { Reaches } from './reach.ts';
import type { Source } from '../rules/sources.ts';
import { syntaxOf } from '../rules/syntax.ts';
import { spotOf } from './spots.ts';
import { testsOf } from './tests.ts';

/** A test file, and of it those tests that come by a mutant; none if that is unknown: then all of them. */
export interface Step {
  file: string;
  names: readonly string[];
  /** How long they take without a mutant. */
  ms: number;
}

/** How many tests a mutant meets at first; and one that lived, when it is tried again. */
const BOUNDS = { first: { files: 8, ms: 50_000 }, again: { files: 30, ms: 200_000 } };
/** As many are sure to meet both sides. */
const ENOUGH_FILES = 3;
/** A process, and a database. */
const START_MS = 1500;

/** What is known of the tests. */
export interface Known {
  /** By what they come. */
  reaches: Reaches;
  /** Whether the mutant has lived, and now meets more tests. */
  again?: boolean;
}

/** The tests for a mutant: those that come by it. */
export const planFor = (source: Source, mutant: Mutant, { reaches, again = false }: Known): Step[] =>
  withinBounds(stepsFor(source, mutant, reaches), again ? BOUNDS.again : BOUNDS.first);

/**
 * The tests that come by a mutant: first those that come by the most of its file, because they meet both sides of its
 * conditions; then those that `tests.ts` names.
 */
function stepsFor(source: Source, mutant: Mutant, reaches: Reaches): Step[] {
  const listed = testsOf(mutant.file);
  const spot = spotOf(source, mutant)?.name;
  const exact = spot === undefined ? [] : stepsBy(reaches, (name) => name === spot);
  const ofFile = new Set(mutantsOf(source).map((each) => spotOf(source, each)?.name));
  const near = exact.length > 0 ? exact : stepsBy(reaches, (name) => ofFile.has(name));
  const whole = (file: string): Step => ({ file, names: [], ms: reaches[file]?.ms ?? 5000 });
  if (near.length === 0) return listed.map(whole);
  const inOrder = near
    .map((step) => {
      const all = spotsOf(reaches, step.file);
      const own = [...all].filter((name) => ofFile.has(name)).length;
      return { step, own, isListed: listed.includes(step.file), breadth: all.size };
    })
    .toSorted(
      (one, other) =>
        other.own - one.own || Number(other.isListed) - Number(one.isListed) || one.breadth - other.breadth,
    )
    .map(({ step }) => step);
  const first = inOrder.slice(0, 2);
  const named = inOrder.slice(2).filter(({ file }) => listed.includes(file));
  const rest = inOrder.slice(2).filter(({ file }) => !listed.includes(file));
  if (exact.length > ENOUGH_FILES && !isInTemplate(source, mutant)) return [...first, ...named, ...rest];
  // A statement in SQL may be made once for all, by a test that does not look at it.
  const others = listed.filter((file) => first.every((step) => step.file !== file));
  return [...first, ...others.map(whole), ...rest];
}

const isInTemplate = (source: Source, { start, end }: Mutant): boolean =>
  syntaxOf(source).nodes.some(
    (node) => node.type === 'TaggedTemplateExpression' && node.start <= start && end <= node.end,
  );

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

const spotsOf = (reaches: Reaches, file: string): Set<string> =>
  new Set([...(reaches[file]?.before ?? []), ...(reaches[file]?.tests ?? []).flatMap(({ spots }) => spots)]);

function withinBounds(steps: readonly Step[], bounds: { files: number; ms: number }): Step[] {
  let ms = 0;
  return steps.slice(0, bounds.files).filter((step, index) => {
    ms += step.ms;
    return index === 0 || ms <= bounds.ms;
  });
}

/** Steps that one process does together: few at first, because the first mostly notice. */
export function together(steps: readonly Step[]): Step[][] {
  return [
    steps.slice(0, 1),
    steps.slice(1, 4),
    steps.slice(4, 9),
    steps.slice(9, 18),
    steps.slice(18),
  ].filter((some) => some.length > 0);
}

/** What `bun test -t` takes for some tests; undefined for all. */
export function patternOf(steps: readonly Step[]): string | undefined {
  if (steps.some(({ names }) => names.length === 0)) return undefined;
  const names = [...new Set(steps.flatMap((step) => step.names))];
  return `(${names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})$`;
}
