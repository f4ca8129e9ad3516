import type { AnswerAction, AnswerHours, AnswerPlan } from '../../../../db/schema/index.ts';

/** Monday is 1, as in ISO 8601. */
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The day and the time of the day in a time zone. */
function wallClock(now: Date, timeZone: string): { day: number; time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  return { day: DAYS.indexOf(part('weekday')) + 1, time: `${part('hour')}:${part('minute')}` };
}

const dayBefore = (day: number): number => (day === 1 ? DAYS.length : day - 1);

/** Hours that end at or before they begin go on past midnight: until then it is still the day on which they began. */
function counts({ days, from, to }: AnswerHours, { day, time }: { day: number; time: string }): boolean {
  if (from < to) return days.includes(day) && from <= time && time < to;
  return (days.includes(day) && from <= time) || (days.includes(dayBefore(day)) && time < to);
}

/** The steps of a plan that count at a moment, in order. */
export function stepsAt({ timeZone, steps }: AnswerPlan, now: Date): AnswerAction[] {
  const clock = wallClock(now, timeZone);
  return steps
    .filter(({ hours }) => hours === null || counts(hours, clock))
    .map(({ hours: _hours, ...action }) => action);
}
