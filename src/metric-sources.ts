import { webhookMetrics } from './accounts/webhooks/metrics.ts';
import { alarmMetrics } from './admin/alarms/list-alarms.ts';
import { comparisonMetrics } from './admin/comparisons/get-comparisons.ts';
import { carrierMetrics } from './carriers/metrics.ts';
import type { Deps } from './deps.ts';
import { addressMetrics } from './money/addresses/list-keys.ts';
import { figureMetrics } from './money/figures/metrics.ts';
import { marginMetrics } from './money/margins/metrics.ts';
import { paymentMetrics } from './money/payments/metrics.ts';
import { proofMetrics } from './money/proof/metrics.ts';
import { rateMetrics } from './money/rates/metrics.ts';
import { walletMetrics } from './money/wallets/metrics.ts';
import { databaseMetrics } from './platform/database-metrics.ts';
import { jobMetrics } from './platform/job-metrics.ts';
import type { MetricSource } from './platform/kit/metric-source.ts';
import { mailMetrics } from './platform/mail/metrics.ts';
import { messagingMetrics } from './services/messaging/metrics.ts';
import { sipMetrics } from './services/sip/edges/list-edges.ts';

/** Every metric that is read from the database: the same in all processes, for `/metrics` and for the alarms. */
export const metricSources = (deps: Deps): MetricSource[] => [
  ...messagingMetrics(deps),
  ...carrierMetrics(deps),
  ...sipMetrics(deps),
  ...figureMetrics(deps),
  ...marginMetrics(deps),
  ...proofMetrics(deps),
  ...comparisonMetrics(deps),
  ...rateMetrics(deps),
  ...addressMetrics(deps),
  ...paymentMetrics(deps),
  ...walletMetrics(deps),
  ...mailMetrics(deps),
  ...webhookMetrics(deps),
  ...jobMetrics(deps),
  ...databaseMetrics(deps),
  ...alarmMetrics(deps),
];
