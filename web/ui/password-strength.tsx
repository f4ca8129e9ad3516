import { t } from '../lib/i18n.ts';

const BARS = [1, 2, 3, 4] as const;
const COLOURS = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success'] as const;

/** How hard a password is to guess: four bars and a word. Shows nothing while the field is empty. */
export function PasswordStrengthMeter({ password }: { password: string }) {
  if (!password) return null;
  const strength = passwordStrength(password);
  return (
    <span className="flex items-center gap-2.5">
      <span aria-hidden className="flex w-28 gap-1">
        {BARS.map((bar) => (
          <span
            key={bar}
            className={`h-1.5 flex-1 rounded-full ${bar <= Math.max(strength, 1) ? COLOURS[strength] : 'bg-line-strong/50'}`}
          />
        ))}
      </span>
      <span>{t(`auth.strength.${strength}`)}</span>
    </span>
  );
}

/** How hard a password is to guess, from 0 to 4. */
type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/** Passwords that guessers try first, and parts of the most common ones. */
const COMMON =
  /passw[o0]rd|passwort|qwert[yz]|azerty|letmein|welcome|admin|login|iloveyou|monkey|dragon|football|master|secret|topline|abc123|1q2w3e|zaq12wsx|asdf/gi;
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Kinds of characters, and how many there are of each. */
const KINDS: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[^A-Za-z0-9\s]/, 33],
  [/\s/, 1],
];

/** The bits at which each level of strength begins, the highest first. */
const STEPS: readonly [number, PasswordStrength][] = [
  [72, 4],
  [56, 3],
  [40, 2],
  [28, 1],
];

/**
 * Estimates a password by its length and kinds of characters. Repeats, runs along the alphabet or the keyboard
 * and words that everybody uses count as a single character each.
 */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = KINDS.filter(([pattern]) => pattern.test(password));
  const choices = kinds.reduce((sum, [, count]) => sum + count, 0);
  const bits = lengthWithoutPatterns(password) * Math.log2(Math.max(choices, 1));
  return STEPS.find(([least]) => bits >= least)?.[1] ?? 0;
}

function lengthWithoutPatterns(password: string): number {
  const text = password.replace(COMMON, '•').replace(/(.{1,4})\1+/gu, '$1');
  const letters = Array.from(text.toLowerCase());
  return letters.filter((letter, index) => !continuesRun(letters[index - 2], letters[index - 1], letter)).length;
}

/** Tells whether three letters follow each other in a sequence such as `abc`, `cba` or `qwe`. */
function continuesRun(first: string | undefined, second: string | undefined, third: string): boolean {
  if (!first || !second) return false;
  const run = first + second + third;
  const back = third + second + first;
  return RUNS.some((known) => known.includes(run) || known.includes(back));
}
