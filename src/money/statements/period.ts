import { startOfMonth } from '../../platform/kit/utc-month.ts';
import { LONGEST_PERIOD_DAYS } from './contract.ts';
import { invalidField } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/** A period of whole UTC days, both included. */
export interface Period {
  /** `2026-11-01` */
  from: string;
  to: string;
  /** The first moment of the period, and the first moment after it. */
  start: Date;
  end: Date;
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/**
 * The requested period: without days of its own, this month until today.
 * @throws validation_failed (a period with only one given day may be too long or empty)
 */
export function readPeriod({
  asked,
  now,
}: {
  asked: { from?: string | undefined; to?: string | undefined };
  now: Date;
}): Period {
  const to = asked.to ?? dayOf(now);
  const from = asked.from ?? dayOf(startOfMonth(new Date(to)));
  const start = new Date(from);
  const end = new Date(Date.parse(to) + DAY_MS);
  if (start >= end) throw invalidField('from', fault('dayOrder'));
  if (end.getTime() - start.getTime() > LONGEST_PERIOD_DAYS * DAY_MS) {
    throw invalidField('from', fault('statementLong', { count: LONGEST_PERIOD_DAYS }));
  }
  return { from, to, start, end };
}
