import type { AnswerRule, OfficeHours } from '../../../../db/schema/index.ts';
import { isWithin, wallClock } from '../../../platform/kit/week-hours.ts';
import { comparable } from '../../messaging/opt-outs/words.ts';

/** The automatic answers of a number. */
export interface AnswerPlan {
  rules: readonly AnswerRule[];
  office: OfficeHours | null;
}

export interface Choice {
  /** The first rule that fits. */
  rule: AnswerRule | null;
  /** It is outside of the hours. */
  closed: boolean;
  /** The answer outside of hours, where it is due. */
  away: string | null;
}

/**
 * Chooses what is done with a message. The first rule that fits acts. Outside of hours their answer takes the place of
 * what any message would be answered with; a keyword is answered at all times.
 */
export function chooseRule({ rules, office }: AnswerPlan, text: string, now: Date): Choice {
  const words = comparable(text);
  const rule = rules.find((each) => fits(each, words)) ?? null;
  const closed = office !== null && !isOpen(office, now);
  const away = closed && (rule === null || rule.match === 'any') ? office.text : null;
  return { rule, closed, away };
}

function fits({ match, keyword }: AnswerRule, words: string): boolean {
  if (match === 'any') return true;
  const word = comparable(keyword ?? '');
  return match === 'word' ? words === word : words.startsWith(word);
}

function isOpen({ timeZone, hours, closedDays }: OfficeHours, now: Date): boolean {
  const clock = wallClock(now, timeZone);
  return !closedDays.includes(clock.date) && hours.some((each) => isWithin(each, clock));
}
