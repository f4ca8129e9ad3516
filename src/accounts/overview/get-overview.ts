import { sql as template } from 'drizzle-orm';
import { isoTime, prepared } from '../../../db/prepared.ts';
import { countryOf } from '../../money/allowances/destination-risk.ts';
import { getDailySpend } from '../../money/statements/get-spend.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';
import type { Deps } from '../../services/deps.ts';
import { CANCELLED_SQL } from '../../services/messaging/delivery/message-status.ts';
import { COUNTED_RECIPIENTS, EXPIRING_DAYS, type getOverview as endpoint, OVERVIEW_DAYS } from './contract.ts';

type Overview = ResponseOf<typeof endpoint>;
interface Since {
  [name: string]: string;
  userId: string;
  /** An id below every message of these days. */
  first: string;
}

const COUNTED = template.raw(String(COUNTED_RECIPIENTS));

const findDays = prepared<
  { userId: string; start: string },
  { day: string; recipients: number; delivered: number; failed: number; optedOut: number } & object
>(
  (p) => template`
    select day::text, sum(recipients - cancelled)::integer as recipients, sum(delivered)::integer as delivered,
      sum(failed - cancelled)::integer as failed, sum(opted_out)::integer as "optedOut"
    from days_of_messages(${p.userId}::uuid) where day >= ${p.start}::date group by day`,
);

/** By the first digits of the numbers: enough to tell the countries of a calling code apart. */
const findPlaces = prepared<Since, { digits: string; sent: number; delivered: number } & object>(
  (p) => template`
    select left(number, 8) as digits, count(*)::integer as sent, count(*) filter (where status = 'delivered')::integer as delivered
    from (
      select r.number, r.status, r.error from sms_messages m join sms_recipients r on r.message_id = m.id
      where m.user_id = ${p.userId}::uuid and m.id >= ${p.first}::uuid order by m.id desc limit ${COUNTED}
    ) newest where status in ('sent', 'delivered', 'failed') and error is distinct from ${CANCELLED_SQL} group by 1`,
);

/** A message to fewer is gone before somebody could watch it. */
const MANY = template.raw('20');
const MOST_RUNNING = template.raw('5');

const findRunning = prepared<Since, Overview['running'][number] & object>(
  (p) => template`
    (select id, 'campaign' as kind, name, contacts as of,
      (select coalesce(sum(contacts), 0)::integer from campaign_slices s where s.campaign_id = c.id) as done
    from campaigns c where user_id = ${p.userId}::uuid and status = 'running' order by id desc limit ${MOST_RUNNING})
    union all
    (select id, 'message', left(message, 60), recipient_count, recipient_count - queued_count from (
      select * from sms_messages where user_id = ${p.userId}::uuid and id >= ${p.first}::uuid
      order by id desc limit ${COUNTED}
    ) m where queued_count > 0 and recipient_count >= ${MANY}
      and status <> 'scheduled' and cancelled_at is null
      and not exists (select from campaign_slices s where s.message_id = m.id)
    order by id desc limit ${MOST_RUNNING})`,
);

const findExpiring = prepared<{ userId: string; now: Date; until: Date }, Overview['expiring'][number] & object>(
  (p) => template`
    select id, number, ${isoTime(template`expires_at`)} as "expiresAt" from did_numbers
    where user_id = ${p.userId}::uuid and status = 'active' and not auto_renew
      and expires_at > ${p.now}::timestamptz and expires_at <= ${p.until}::timestamptz
    order by expires_at limit 20`,
);

/** The last days of an account at a glance. @throws not_found */
export async function getOverview({ sql, clock }: Pick<Deps, 'sql' | 'clock'>, userId: string): Promise<Overview> {
  const now = clock.now();
  const dates = Array.from({ length: OVERVIEW_DAYS }, (_, index) =>
    new Date(now.getTime() - (OVERVIEW_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  const since = { userId, first: firstIdAt(new Date(dates[0] ?? now)) };
  const until = new Date(now.getTime() + EXPIRING_DAYS * DAY_MS);
  const [spend, counts, places, running, expiring] = await Promise.all([
    getDailySpend({ sql }, userId, dates),
    ...([findDays(sql, { userId, start: dates[0] ?? '' }), findPlaces(sql, since), findRunning(sql, since)] as const),
    findExpiring(sql, { userId, now, until }),
  ]);
  const sum = (name: 'failed' | 'optedOut') => counts.reduce((total, each) => total + each[name], 0);
  return {
    days: spend.map((each) => {
      const { recipients = 0, delivered = 0 } = counts.find(({ day }) => day === each.day) ?? {};
      return { ...each, recipients, delivered };
    }),
    countries: byCountry(places),
    ...{ running: [...running], failed: sum('failed'), optedOut: sum('optedOut'), expiring: [...expiring] },
  };
}

function byCountry(places: readonly { digits: string; sent: number; delivered: number }[]): Overview['countries'] {
  const countries = new Map<string | null, Overview['countries'][number]>();
  for (const { digits, sent, delivered } of places) {
    const country = countryOf(digits);
    const known = countries.get(country) ?? { country, sent: 0, delivered: 0 };
    countries.set(country, { country, sent: known.sent + sent, delivered: known.delivered + delivered });
  }
  return [...countries.values()].toSorted((one, other) => other.sent - one.sent);
}
