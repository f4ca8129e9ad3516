/** Beginnings that no other program uses: a variable with one of them is meant for us, and mistyped. */
const OURS =
  /^(WALLET|XPUB|RATE|CHAIN|CONFIRMATIONS|AUTO_VERIFY|APPROVAL|SCREENING|SENDER|TRIAL|QUOTE|PENDING|SANDBOX)_/;
/** Shorter names differ by two letters from those of others. */
const LONG = 10;

/**
 * The variables of an environment that look like settings and are none: a setting that is mistyped is not set.
 * @returns a line for each, with the nearest name
 */
export function unknownSettings(names: readonly string[], env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(names);
  // The names of others, such as HOME, are as near to a short one as a typing error.
  const compared = names.filter((name) => name.includes('_'));
  return Object.keys(env)
    .filter((name) => env[name] && !known.has(name))
    .flatMap((name) => {
      const nearest = compared
        .map((each) => ({ each, steps: stepsBetween(name, each) }))
        .reduce((best, next) => (next.steps < best.steps ? next : best), { each: '', steps: Infinity });
      const isTypo = nearest.steps <= (nearest.each.length < LONG ? 1 : 2);
      return isTypo || OURS.test(name) ? [`${name}: there is no such setting. The nearest is ${nearest.each}`] : [];
    });
}

/** How many letters have to be put in, left out, exchanged or swapped to make one name of another. */
export function stepsBetween(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
          ? at(before, column - 2) + 1
          : Infinity;
      line.push(
        Math.min(at(above, column) + 1, at(line, column - 1) + 1, at(above, column - 1) + (isSame ? 0 : 1), swapped),
      );
    }
    before = above;
    above = line;
  }
  return at(above, to.length);
}

const at = (line: readonly number[], place: number): number => line[place] ?? Infinity;
