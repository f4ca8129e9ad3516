import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../../services/deps.ts';
import { CONDITIONS } from './conditions.ts';
import { listAlarms } from './list-alarms.ts';

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
