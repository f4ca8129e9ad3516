import type { ReactNode } from 'react';
import { currentLanguage, currentLocale, isolated, numberFormat } from '../lib/i18n.ts';
import { isDecimal } from '../../src/platform/kit/decimal.ts';
import { POUNDS, localeOfPounds } from '../../src/platform/kit/languages.ts';

/* How a time, a sum, a state and a fact stand on a screen. */

const STYLES = {
  short: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  clock: { timeStyle: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

type Formats = Record<keyof typeof STYLES, Intl.DateTimeFormat>;
const byLocale = new Map<string, Formats>();

interface TimeProps {
  /** ISO 8601. Shown in the reader's own time zone. */
  iso: string;
  /** The day only. */
  day?: boolean;
}

/** A point in time. */
export function Time({ iso, day = false }: TimeProps) {
  const format = formats()[day ? 'day' : 'short'];
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {format.format(new Date(iso))}
    </time>
  );
}

/** A point in time to put into a text, in the format of `Time`. */
export const formatTime = (iso: string, style: keyof typeof STYLES = 'short'): string =>
  formats()[style].format(new Date(iso));

/** The reader's time zone at that time, such as GMT+1. */
export const zoneName = (at = new Date()): string =>
  new Intl.DateTimeFormat(currentLocale(), { timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** The formats of the current language: made once, since a list has many times. */
function formats(): Formats {
  const locale = currentLocale();
  const made = byLocale.get(locale) ?? {
    short: new Intl.DateTimeFormat(locale, STYLES.short),
    day: new Intl.DateTimeFormat(locale, STYLES.day),
    clock: new Intl.DateTimeFormat(locale, STYLES.clock),
  };
  byLocale.set(locale, made);
  return made;
}

interface MoneyProps {
  /** Pounds as a decimal string. */
  value: string;
  /** Shows a plus before what adds to the balance. */
  signed?: boolean;
}

/** An amount of money. */
export function Money({ value, signed = false }: MoneyProps) {
  return <span className="whitespace-nowrap">{formatPounds(value, { signed })}</span>;
}

const pounds = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  numberFormat({ ...POUNDS, ...options }, localeOfPounds(currentLanguage()));

/**
 * Writes pounds for a reader: thousands separated, two places, up to four where a price has them.
 * A decimal string is formatted as it stands and never passes through a float.
 * @param options `signed` shows a plus too, `whole` leaves out pence where there are none, `sum` rounds to the penny
 */
export function formatPounds(value: string | number, { signed = false, whole = false, sum = false } = {}): string {
  const format = pounds({
    ...(sum && { maximumFractionDigits: 2 }),
    signDisplay: signed ? 'exceptZero' : 'auto',
    trailingZeroDisplay: whole ? 'stripIfInteger' : 'auto',
  });
  return isolated(format.format(typeof value === 'string' && isDecimal(value) ? value : Number(value)));
}

const TONES = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const;

export type Tone = keyof typeof TONES;

/** A state in one word. The word carries the meaning, the colour only helps. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}

interface FactProps {
  label: ReactNode;
  className?: string;
  /** How the value looks. */
  look?: string;
  children: ReactNode;
}

/** What something is, and below it the value: a part of a list of facts (`dl`). */
export const Fact = ({ label, className = '', look = '', children }: FactProps) => (
  <div className={`min-w-0 ${className}`}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className={`min-w-0 break-words ${look}`}>{children}</dd>
  </div>
);

/** Several of them, by their labels. */
export const Facts = ({ of }: { of: readonly (readonly [label: string, value: ReactNode])[] }) =>
  of.map(([label, value]) => (
    <Fact key={label} label={label}>
      {value}
    </Fact>
  ));
