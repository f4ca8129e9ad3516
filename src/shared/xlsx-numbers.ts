/* What the numbers of a spreadsheet stand for: its cells keep dates and decimals as one kind of number. */

/** A cell shows its number as this: a date, a time, or neither. */
export interface Clock {
  date: boolean;
  time: boolean;
}

/** The formats of dates and times that have a number instead of a text (ECMA-376, 18.8.30). */
export const clockOf = (id: number): Clock => ({
  date: (id >= 14 && id <= 17) || id === 22,
  time: (id >= 18 && id <= 22) || (id >= 45 && id <= 47),
});

/** Reads the parts that a custom format shows; quoted text, signs after a backslash and colours say nothing. */
export function clockIn(format: string): Clock {
  const marks = format.replace(/"[^"]*"|\\.|\[[a-z]{2,}\d*\]|general/gi, '');
  return { date: /[dy]/i.test(marks), time: /[hs]/i.test(marks) };
}

/** The days of a spreadsheet count from the end of 1899, those of JavaScript from 1970. */
const DAYS_BEFORE_1970 = 25_569;
const DAY_SECONDS = 86_400;
const BILLION = 1_000_000_000;
/** The last day that a spreadsheet has: the end of 9999. */
const LAST_DAY = 2_958_466;

/** `2026-11-23`, `14:30`, or both. */
export function momentOf(serial: string, { date, time }: Clock): string {
  const [whole = '', part = ''] = decimalOf(serial).split('.');
  const days = Number.parseInt(whole, 10);
  if (!(days >= 0 && days < LAST_DAY)) return serial;
  const billionths = Number.parseInt(part.slice(0, 9).padEnd(9, '0'), 10);
  const seconds = (days - DAYS_BEFORE_1970) * DAY_SECONDS + Math.round((billionths * DAY_SECONDS) / BILLION);
  const [day = '', clock = ''] = new Date(seconds * 1000).toISOString().split('T');
  return [...(date ? [day] : []), ...(time ? [clock.slice(0, 5)] : [])].join(' ');
}

/** The significant digits that a spreadsheet keeps of what was typed; it writes two more. */
const KEPT_DIGITS = 15;

/** A number of a sheet as a plain decimal: 0.035 is written as `3.5000000000000003E-2`. */
export function decimalOf(value: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(value);
  if (!match) return value;
  const [, sign = '', whole = '', places = '', exponent = '0'] = match;
  const digits = (whole + places).replace(/^0+/, '');
  let point = digits.length - places.length + Number.parseInt(exponent, 10);
  let kept = digits;
  if (digits.length > KEPT_DIGITS) {
    const isUp = (digits[KEPT_DIGITS] ?? '0') >= '5';
    kept = String(BigInt(digits.slice(0, KEPT_DIGITS)) + (isUp ? 1n : 0n));
    // 999 and one more has a digit more.
    point += kept.length - KEPT_DIGITS;
  }
  if (point <= 0) kept = '0'.repeat(1 - point) + kept;
  const before = Math.max(point, 1);
  const decimals = kept.slice(before).replace(/0+$/, '');
  return `${sign}${kept.slice(0, before).padEnd(before, '0')}${decimals === '' ? '' : `.${decimals}`}`;
}
