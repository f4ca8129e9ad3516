import { stepsBetween } from './unknown-settings.ts';

/** The words of a name, in whatever order: `receivedAmount` is `amountReceived`. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .toSorted()
    .join(' ');

/** Longer names are nobody's typing error. */
const LONGEST = 60;

/** The name that somebody may have meant: the same words, or at most a third of its letters otherwise; null if there is none. */
export function nearestName(given: string, names: readonly string[]): string | null {
  if (given.length > LONGEST) return null;
  const same = names.find((name) => wordsOf(name) === wordsOf(given));
  if (same !== undefined) return same;
  const [nearest] = names
    .map((name) => ({ name, steps: stepsBetween(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((one, other) => one.steps - other.steps);
  return nearest?.name ?? null;
}
