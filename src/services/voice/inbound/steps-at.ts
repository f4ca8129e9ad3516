import type { AnswerAction, AnswerPlan } from '../../../../db/schema/index.ts';
import { isWithin, wallClock } from '../../../platform/kit/week-hours.ts';

/** The steps of a plan that count at a moment, in order. */
export function stepsAt({ timeZone, steps }: AnswerPlan, now: Date): AnswerAction[] {
  const clock = wallClock(now, timeZone);
  return steps
    .filter(({ hours }) => hours === null || isWithin(hours, clock))
    .map(({ hours: _hours, ...action }) => action);
}
