/** Hours of a week in which something counts: on these days, 1 for Monday, between two times as `HH:MM`. */
export interface WeekHours {
  days: readonly number[];
  from: string;
  to: string;
}

/** A moment as a clock and a calendar on the wall show it. */
export interface WallClock {
  /** 1 for Monday, as in ISO 8601. */
  day: number;
  /** `HH:MM`. */
  time: string;
  /** `YYYY-MM-DD`. */
  date: string;
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The day and the time of the day in a time zone, an IANA name. */
export function wallClock(now: Date, timeZone: string): WallClock {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  return {
    day: DAYS.indexOf(part('weekday')) + 1,
    time: `${part('hour')}:${part('minute')}`,
    date: `${part('year')}-${part('month')}-${part('day')}`,
  };
}

const dayBefore = (day: number): number => (day === 1 ? DAYS.length : day - 1);

/** Hours that end at or before they begin go on past midnight: until then it is still the day on which they began. */
export function isWithin({ days, from, to }: WeekHours, { day, time }: WallClock): boolean {
  if (from < to) return days.includes(day) && from <= time && time < to;
  return (days.includes(day) && from <= time) || (days.includes(dayBefore(day)) && time < to);
}
