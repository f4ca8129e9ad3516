import type { Alarm } from '../../../db/enums.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/kit/durations.ts';

interface Condition {
  /** The metric that is looked at, each of its series. */
  metric: string;
  /** The largest value that is still well. */
  atMost: number;
  /** `page`: somebody is called, by a letter and by Prometheus. `warn`: it is to be looked at today. */
  severity: 'page' | 'warn';
  /** Another letter tells administrators of it, in more detail. */
  ownLetter?: true;
}

const seconds = (milliseconds: number): number => milliseconds / SECOND_MS;

/** When an alarm is raised. The figures are ours, except that of `addresses`: wallets look at 20 unused ones (BIP 44). */
export const CONDITIONS: Readonly<Record<Alarm, Condition>> = {
  books: { metric: 'books_differences', atMost: 0, severity: 'page' },
  lost: { metric: 'payments_lost', atMost: 0, severity: 'page', ownLetter: true },
  outside: { metric: 'comparison_differences', atMost: 0, severity: 'page' },
  messages: { metric: 'sms_wait_seconds', atMost: seconds(5 * MINUTE_MS), severity: 'page' },
  unknown: { metric: 'sms_recipients_unknown', atMost: 0, severity: 'page' },
  held: { metric: 'sms_held_for_review', atMost: 0, severity: 'warn' },
  carriers: { metric: 'carrier_down', atMost: 0, severity: 'page' },
  carrierCredit: { metric: 'carrier_balance_low', atMost: 0, severity: 'warn' },
  edges: { metric: 'sip_edge_silent', atMost: 0, severity: 'page' },
  payments: { metric: 'payment_wait_seconds', atMost: seconds(4 * HOUR_MS), severity: 'warn' },
  wallets: { metric: 'wallet_watch_behind_seconds', atMost: seconds(5 * MINUTE_MS), severity: 'page' },
  unclaimed: { metric: 'wallet_transfers_unclaimed', atMost: 0, severity: 'warn' },
  addresses: { metric: 'own_addresses_unused_in_a_row', atMost: 19, severity: 'warn' },
  rates: { metric: 'coin_rate_paused', atMost: 0, severity: 'page' },
  losses: { metric: 'losing_destinations', atMost: 0, severity: 'warn' },
  mail: { metric: 'mail_wait_seconds', atMost: seconds(15 * MINUTE_MS), severity: 'page' },
  webhooks: { metric: 'webhook_wait_seconds', atMost: seconds(5 * MINUTE_MS), severity: 'warn' },
  jobs: { metric: 'jobs_failed', atMost: 0, severity: 'page' },
};
