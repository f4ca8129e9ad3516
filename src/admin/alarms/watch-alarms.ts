import { sql as template } from 'drizzle-orm';
import { ALARMS, type Alarm } from '../../../db/enums.ts';
import { notifyAdministrators } from '../../callers/notify-administrators.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/kit/durations.ts';
import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../../services/deps.ts';
import { CONDITIONS } from './conditions.ts';
import { offersChangedEvent } from '../../money/pricing/events.ts';
import { alarmsChangedEvent } from './events.ts';
import { FELT } from './get-status.ts';

/** How often the metrics are looked at. */
export const WATCH_ALARMS_MS = MINUTE_MS;
/** A cause that comes and goes is told once in this time. */
const TOLD_FOR_MS = HOUR_MS;
/** A cause that stays is told again after this time. */
const TOLD_AGAIN_MS = DAY_MS;

interface Found {
  alarm: Alarm;
  subject: string;
  value: number;
}

/**
 * Raises and clears the alarms by the metrics as they are now, and writes letters to administrators of those that page.
 * An alarm whose metric cannot be read stays as it is.
 */
export async function watchAlarms(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'bus'>,
  sources: readonly MetricSource[],
): Promise<void> {
  const known: Alarm[] = [];
  const found: Found[] = [];
  for (const alarm of ALARMS) {
    const { metric, atMost } = CONDITIONS[alarm];
    const series = await sources
      .find(({ name }) => name === metric)
      ?.read()
      .catch((error: unknown) => deps.log.warn({ error, alarm }, 'an alarm could not be looked at'));
    if (!series) continue;
    known.push(alarm);
    for (const { labels, value } of series)
      if (value > atMost) found.push({ alarm, subject: Object.values(labels).join(' '), value });
  }
  await transact(deps, async (tx) => {
    const changed = [...(await raise(tx, found)), ...(await clear(tx, known, found))];
    if (changed.length > 0) tx.publish(alarmsChangedEvent, null, {});
    if (changed.some((alarm) => felt.has(alarm))) tx.publish(offersChangedEvent, null, { what: 'banner' });
    await tell(tx);
  });
}

/** The alarms that customers feel. */
const felt: ReadonlySet<Alarm> = new Set(Object.values(FELT).flat());

const rowsOf = (found: readonly Found[]) => template`
  json_to_recordset(${JSON.stringify(found)}::text::json) as f (alarm text, subject text, value float8)`;

/** @returns those that were not raised before */
async function raise(tx: Transaction, found: readonly Found[]): Promise<Alarm[]> {
  const now = tx.now.toISOString();
  const rows = await tx.db.execute<{ alarm: Alarm; fresh: boolean }>(template`
    insert into alarms as a (alarm, subject, value, raised_at)
    select f.alarm, f.subject, max(f.value), ${now}::timestamptz from ${rowsOf(found)} group by 1, 2 order by 1, 2
    on conflict (alarm, subject) do update set value = excluded.value, cleared_at = null,
      raised_at = case when a.cleared_at is null then a.raised_at else excluded.raised_at end
    returning alarm, raised_at = ${now}::timestamptz as fresh`);
  return rows.flatMap(({ alarm, fresh }) => (fresh ? [alarm] : []));
}

/** @returns those that are over */
async function clear(tx: Transaction, known: readonly Alarm[], found: readonly Found[]): Promise<Alarm[]> {
  const rows = await tx.db.execute<{ alarm: Alarm }>(template`
    update alarms a set cleared_at = ${tx.now.toISOString()}::timestamptz
    where cleared_at is null and alarm = any(${template.param(`{${known.join()}}`)}::text[])
      and not exists (select from ${rowsOf(found)} where f.alarm = a.alarm and f.subject = a.subject)
    returning alarm`);
  return rows.map(({ alarm }) => alarm);
}

const PAGING = ALARMS.filter((alarm) => CONDITIONS[alarm].severity === 'page' && !CONDITIONS[alarm].ownLetter);

/** One letter for each alarm that pages, with all its subjects of which administrators do not know. */
async function tell(tx: Transaction): Promise<void> {
  const before = (milliseconds: number) => new Date(tx.now.getTime() - milliseconds).toISOString();
  const untold = await tx.db.execute<{ alarm: Alarm; subject: string; value: number }>(template`
    update alarms set told_at = ${tx.now.toISOString()}::timestamptz
    where cleared_at is null and alarm = any(${template.param(`{${PAGING.join()}}`)}::text[])
      and (told_at is null or told_at <= ${before(TOLD_AGAIN_MS)}::timestamptz
        or raised_at > told_at and told_at <= ${before(TOLD_FOR_MS)}::timestamptz)
    returning alarm, subject, value`);
  for (const [alarm, rows] of Map.groupBy(untold, (row) => row.alarm)) {
    const subjects = rows.map(({ subject, value }) => ({ subject, value })).toSorted(bySubject);
    await notifyAdministrators(tx, { kind: 'alarm', alarm, subjects });
  }
}

const bySubject = (a: { subject: string }, b: { subject: string }): number => (a.subject < b.subject ? -1 : 1);
