import { isNotNull, min, sql as template } from 'drizzle-orm';
import { smsMessages, smsRecipients } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';
import { type MetricSource, waitOf } from '../../platform/kit/metric-source.ts';

/** After this long no late answer is expected. */
const UNCLEAR_AFTER_MS = 10 * MINUTE_MS;

/** The messages that wait, and those of unknown outcome. */
export const messagingMetrics = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): MetricSource[] => [
  waitOf(
    'sms_wait_seconds',
    'How long the oldest due recipient has waited to be handed to a carrier; messages to very many are not counted',
    clock,
    async () => {
      const [row] = await db
        .select({ oldest: min(smsRecipients.dueAt) })
        .from(smsRecipients)
        .where(template`${smsRecipients.status} = 'queued' and not ${smsRecipients.bulk}`);
      return row?.oldest;
    },
  ),
  {
    name: 'sms_recipients_unknown',
    help: 'Recipients of whom it is not known after ten minutes whether their message left',
    labels: ['carrier'],
    read: async () => {
      const before = new Date(clock.now().getTime() - UNCLEAR_AFTER_MS).toISOString();
      const rows = await db.execute<{ provider: string; count: number }>(template`
        select provider, count(*)::int as count from sms_recipients
        where status = 'unknown' and coalesce(claimed_until, due_at) < ${before}::timestamptz
        group by provider`);
      return rows.map(({ provider, count }) => ({ labels: { carrier: provider }, value: count }));
    },
  },
  {
    name: 'sms_held_for_review',
    help: 'Messages that wait until an administrator has looked at them',
    labels: [],
    read: async () => [{ labels: {}, value: await db.$count(smsMessages, isNotNull(smsMessages.heldFor)) }],
  },
];
