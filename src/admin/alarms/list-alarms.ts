import { asc, isNull } from 'drizzle-orm';
import { alarms } from '../../../db/schema/index.ts';
import { ALARMS } from '../../../db/enums.ts';
import type { Deps } from '../../services/deps.ts';
import type { MetricSource } from '../../platform/kit/metric-source.ts';
import { CONDITIONS } from './conditions.ts';
import type { RaisedAlarm } from './contract.ts';

/** The raised alarms, the gravest first: in the order of `ALARMS`. */
export async function listAlarms({ db }: Pick<Deps, 'db'>): Promise<RaisedAlarm[]> {
  const rows = await db
    .select()
    .from(alarms)
    .where(isNull(alarms.clearedAt))
    .orderBy(asc(alarms.raisedAt), asc(alarms.subject));
  return rows
    .map(({ alarm, subject, value, raisedAt }) => ({ alarm, subject, value, raisedAt: raisedAt.toISOString() }))
    .toSorted((a, b) => ALARMS.indexOf(a.alarm) - ALARMS.indexOf(b.alarm));
}

/** The raised alarms, for Prometheus: the program decides what is wrong, Prometheus whom it calls. */
export const alarmMetrics = (deps: Pick<Deps, 'db'>): MetricSource[] => [
  {
    name: 'alarm_raised',
    help: '1 for each alarm that is raised; docs/alarms.md says what to do',
    labels: ['alarm', 'subject', 'severity'],
    read: async () =>
      (await listAlarms(deps)).map(({ alarm, subject }) => ({
        labels: { alarm, subject, severity: CONDITIONS[alarm].severity },
        value: 1,
      })),
  },
];
