import { and, eq, lt, sql as template } from 'drizzle-orm';
import { spendHours, suddenRises, users } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import { tellAdministrators } from '../../callers/tell-administrators.ts';
import type { Deps } from '../deps.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import { destinationStoppedEvent } from './events.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';

/** How often spending is checked. What is spent between two checks is bounded by the spend limits. */
export const SUDDEN_RISES_MS = 30_000;

/** A sudden rise is this many times the usual hour. */
const TIMES_USUAL = 10;
/** The number of past hours from which the usual hour is computed. */
const DAYS = 14;
const DAY_MS = 86_400_000;

interface Rise {
  user_id: string;
  code: string;
  spent: string;
  usual: string;
}

/**
 * Stops an account's messages and calls to a calling code when it spends ten times its usual hour there: a sign of
 * a stolen key, or of fraud with numbers that pay their owner. The usual hour is the average of those hours of the
 * last 14 days in which the account spent anything there. A person with a session can allow the code again with
 * one click; then it is not stopped again for a day. Charges do not run this code: it reads what the spend limits
 * count.
 */
export async function stopSuddenRises(deps: Deps): Promise<void> {
  const { suddenRiseAbove } = deps.config.allowances;
  if (suddenRiseAbove === null) return;
  await transact(deps, putDownHours);
  const rises = await transact(deps, (tx) => findRises(tx, suddenRiseAbove));
  for (const rise of rises) await transact(deps, (tx) => stop(tx, rise));
}

/** What was spent in this hour: the sum of today minus what was recorded for the earlier hours. */
async function putDownHours(tx: Transaction): Promise<void> {
  const now = template`${tx.now.toISOString()}::timestamptz`;
  const hour = template`date_trunc('hour', ${now}, 'UTC')`;
  await tx.db.execute(template`
    insert into spend_hours (user_id, code, hour, spent)
    select u.id, c.key, ${hour}, greatest(0, c.value::numeric - coalesce(b.spent, 0))
    from users u
    cross join lateral jsonb_each_text(u.spent_by_country) c
    left join lateral (
      select sum(h.spent) as spent from spend_hours h
      where h.user_id = u.id and h.code = c.key
        and h.hour >= date_trunc('day', ${now}, 'UTC') and h.hour < ${hour}
    ) b on true
    where u.spent_on = (${now} at time zone 'UTC')::date
    on conflict (user_id, code, hour) do update set spent = excluded.spent
      where spend_hours.spent <> excluded.spent`);
  await tx.db.delete(spendHours).where(lt(spendHours.hour, new Date(tx.now.getTime() - DAYS * DAY_MS)));
}

/** @param above pounds in an hour; costs up to this are never a sudden rise */
async function findRises(tx: Transaction, above: string): Promise<readonly Rise[]> {
  const now = template`${tx.now.toISOString()}::timestamptz`;
  const hour = template`date_trunc('hour', ${now}, 'UTC')`;
  return tx.db.execute<Rise & Record<string, unknown>>(template`
    select h.user_id, h.code, h.spent::text, coalesce(p.usual, 0)::numeric(12, 2)::text as usual
    from spend_hours h
    join users u on u.id = h.user_id
    left join lateral (
      select avg(p.spent) as usual from spend_hours p
      where p.user_id = h.user_id and p.code = h.code and p.hour < h.hour and p.spent > 0
    ) p on true
    where h.hour = ${hour} and h.spent > ${above}::numeric
      and h.spent > ${TIMES_USUAL} * coalesce(p.usual, 0)
      and not h.code = any (u.stopped_codes)
      and not exists (
        select from sudden_rises r
        where r.user_id = h.user_id and r.code = h.code and r.stopped_at > ${now} - interval '1 day'
      )`);
}

async function stop(tx: Transaction, { user_id: userId, code, spent, usual }: Rise): Promise<void> {
  const [user] = await tx.db
    .update(users)
    .set({ stoppedCodes: template`array_append(${users.stoppedCodes}, ${code}::text)` })
    // Another process may have stopped it first.
    .where(and(eq(users.id, userId), template`not ${code} = any (${users.stoppedCodes})`))
    .returning({ email: users.email });
  if (!user) return;
  await tx.db.insert(suddenRises).values({
    id: newId(tx.clock),
    userId,
    code,
    spent: parseMoney(spent),
    usual: parseMoney(usual),
    stoppedAt: tx.now,
  });
  const amounts = { spent: formatMoney(parseMoney(spent)), usual: formatMoney(parseMoney(usual)) };
  await audit(tx, {
    actorId: null,
    action: 'destination.stopped',
    subject: user.email,
    subjectUserId: userId,
    detail: { code, ...amounts },
  });
  await writeMail(tx, userId, { kind: 'sudden_rise', code, ...amounts });
  await tellAdministrators(tx, { kind: 'sudden_rise', code, ...amounts, account: user.email });
  tx.publish(destinationStoppedEvent, userId, { userId, code, ...amounts });
}
