import { and, count, desc, eq, gt, inArray, lt, sql as template } from 'drizzle-orm';
import { campaigns, campaignSlices, contacts, smsMessages } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import { lockUser } from '../../callers/require-user.ts';
import type { Queryable } from '../../../db/client.ts';
import { type Transaction, transact } from '../../platform/events/transact.ts';
import { Page } from '../../platform/kit/answer.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem, invalidField, notFound, sentence } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import { LOWEST_ID, newId } from '../../platform/kit/ids.ts';
import type { Deps } from '../deps.ts';
import { hasList } from '../contacts/lists.ts';
import { CANCELLED } from '../messaging/delivery/message-status.ts';
import { handOversEnded } from '../messaging/delivery/hand-overs-ended.ts';
import { stopWaiting } from '../messaging/delivery/stop-waiting.ts';
import { requireAhead } from '../messaging/sending/check-send-at.ts';
import { lockMessage } from '../messaging/sending/lock-message.ts';
import { type CampaignRow, contactsOf } from './audience.ts';
import { type Campaign, type createCampaign as createEndpoint, MAX_CAMPAIGNS } from './contract.ts';
import { campaignChangedEvent } from './events.ts';
import { dueIn, isOpen, localStart } from './open-hours.ts';

type Sums = Pick<Campaign, 'done' | 'failed' | 'cost' | 'actualCost'>;

const sumsSql = template<Sums>`(
  select json_build_object(
    'done', coalesce(sum(s.contacts) filter (where s.is_over), 0), 'failed', coalesce(sum(m.failed_count), 0),
    'cost', coalesce(sum(m.cost), 0)::numeric(12, 4)::text,
    'actualCost', coalesce(sum(m.actual_cost), 0)::numeric(12, 4)::text)
  from campaign_slices s left join sms_messages m on m.id = s.message_id where s.campaign_id = ${campaigns}.id)`;

const present = ({ campaign, sums }: { campaign: CampaignRow; sums: Sums }): Campaign => {
  const { userId: _userId, countriesLeft, lastContact: _last, ...row } = campaign;
  const { startAt, nextAt, createdAt, endedAt } = row;
  return {
    ...row,
    ...sums,
    isNight: row.quietHours && countriesLeft.every((country) => !isOpen(new Date(nextAt.getTime() - 1), country)),
    ...{ startAt: startAt.toISOString(), nextAt: nextAt.toISOString(), createdAt: createdAt.toISOString() },
    endedAt: endedAt?.toISOString() ?? null,
  };
};

/** @throws not_found */
export async function readCampaign(db: Queryable, userId: string, id: string): Promise<Campaign> {
  const [row] = await db
    .select({ campaign: campaigns, sums: sumsSql })
    .from(campaigns)
    .where(and(eq(campaigns.id, id), eq(campaigns.userId, userId)));
  if (!row) throw notFound('Campaign');
  return present(row);
}

/** An account's campaigns, newest first. */
export async function listCampaigns(
  { db }: Pick<Deps, 'db'>,
  { userId, before, limit }: { userId: string; before?: string | undefined; limit: number },
): Promise<Page<Campaign>> {
  const rows = await db
    .select({ campaign: campaigns, sums: sumsSql })
    .from(campaigns)
    .where(and(eq(campaigns.userId, userId), before ? lt(campaigns.id, before) : undefined))
    .orderBy(desc(campaigns.id))
    .limit(limit + 1);
  return Page.from(rows, limit, present);
}

/**
 * Begins a campaign to the contacts that there are now. What it costs is charged bit by bit, as it is handed over.
 * @throws not_found (account, againOf, replaces), not_allowed_now (too many; `replaces` has begun), validation_failed
 *   (lists: nobody; startAt)
 */
export async function createCampaign(
  { tx, actor }: { tx: Transaction; actor: Actor },
  { userId, ...body }: { userId: string } & BodyOf<typeof createEndpoint>,
): Promise<Campaign> {
  const { name, senderId, texts, lists, isLocal, quietHours, shortLinks, perMinute, againOf = null, replaces } = body;
  // Before the account, as whoever hands it over: a message waits for the account while its campaign is held.
  const replaced = replaces ? await lockCampaign(tx, userId, replaces) : null;
  await lockUser(tx, userId);
  const startAt = startOf(body.startAt ?? null, isLocal, tx.now);
  if (againOf !== null) await readCampaign(tx.db, userId, againOf);
  if (replaced) {
    const slices = tx.db.select().from(campaignSlices).where(eq(campaignSlices.campaignId, replaced.id));
    if ((await slices.limit(1)).length > 0) throw new Problem('not_allowed_now', sentence('campaignBegun'));
  }
  const open = inArray(campaigns.status, ['running', 'paused']);
  const [running] = await tx.db
    .select({ count: count() })
    .from(campaigns)
    .where(and(eq(campaigns.userId, userId), open));
  if (!replaced && (running?.count ?? 0) >= MAX_CAMPAIGNS) {
    throw new Problem('not_allowed_now', sentence('campaignsFull', { count: MAX_CAMPAIGNS }));
  }
  if (lists.length > 0 && !(await hasList(tx.db, userId, lists)))
    throw invalidField('lists', sentence('nobodyInLists'));
  const found = await tx.db
    .select({ country: contacts.country, count: count(), last: template<string>`max(${contacts.id}::text)` })
    .from(contacts)
    .where(contactsOf({ userId, lists, againOf }))
    .groupBy(contacts.country);
  const all = found.reduce((sum, each) => sum + each.count, 0);
  if (all === 0) throw invalidField('lists', sentence('nobodyInLists'));
  const starts = found.map(({ country }) => (isLocal ? localStart(startAt, country) : startAt).getTime());
  requireAhead('startAt', new Date(Math.max(...starts)), tx.now);
  const { id, createdAt, status } = replaced ?? { id: newId(tx.clock), createdAt: tx.now, status: 'running' as const };
  const due = found.map(({ country }) => dueIn({ startAt, isLocal, quietHours }, country, tx.now).getTime());
  const [lastContact = LOWEST_ID] = found.map(({ last }) => last).toSorted((one, other) => (one < other ? 1 : -1));
  const values = {
    ...{ name, senderId, texts, lists: [...lists], againOf, startAt, isLocal, quietHours, shortLinks, perMinute },
    ...{ countriesLeft: found.map(({ country }) => country).toSorted(), contacts: all, lastContact, status },
    ...{ problem: null, nextAt: new Date(Math.min(...due)) },
  };
  if (replaced) await tx.db.update(campaigns).set(values).where(eq(campaigns.id, id));
  else await tx.db.insert(campaigns).values({ id, userId, createdAt, ...values });
  tx.publish(campaignChangedEvent, userId, { userId, id });
  const act = replaced ? 'campaign.changed' : 'campaign.created';
  await audit(tx, actor, act, { subject: name, userId, detail: { campaignId: id, count: all } });
  return readCampaign(tx.db, userId, id);
}

/** @throws validation_failed (startAt) */
function startOf(given: string | null, isLocal: boolean, now: Date): Date {
  if (given === null && isLocal) throw invalidField('startAt', fault('timeMissing'));
  if (given === null) return now;
  return new Date(isLocal ? `${given.slice(0, 16)}:00Z` : given);
}

/**
 * Pauses a campaign, lets it go on, or cancels it. When this has answered, nothing more of a cancelled one is sent except
 * what a carrier already has.
 * @throws not_found, not_allowed_now (it is over)
 */
export async function setCampaignStatus(
  { deps, actor }: { deps: Deps; actor: Actor },
  { userId, campaignId: id, status }: { userId: string; campaignId: string; status: Campaign['status'] },
): Promise<Campaign> {
  const { answer, stopped } = await transact(deps, (tx) => change(tx, actor, { userId, id, status }));
  for (const message of stopped) await handOversEnded(deps, 'message', message);
  return answer;
}

/** @throws not_found, not_allowed_now (it is over) */
async function lockCampaign(tx: Transaction, userId: string, id: string): Promise<CampaignRow> {
  const of = and(eq(campaigns.id, id), eq(campaigns.userId, userId));
  const [known] = await tx.db.select().from(campaigns).where(of).for('update');
  if (!known) throw notFound('Campaign');
  if (known.endedAt) throw new Problem('not_allowed_now', sentence('campaignOver'));
  return known;
}

async function change(
  tx: Transaction,
  actor: Actor,
  { userId, id, status }: { userId: string; id: string; status: Campaign['status'] },
): Promise<{ answer: Campaign; stopped: string[] }> {
  const known = await lockCampaign(tx, userId, id);
  const isEnd = status === 'cancelled';
  const now = status === 'running' ? { nextAt: tx.now, problem: null } : {};
  await tx.db
    .update(campaigns)
    .set({ status, ...now, ...(isEnd && { endedAt: tx.now }) })
    .where(eq(campaigns.id, id));
  const stopped: string[] = [];
  if (isEnd) {
    await tx.db.delete(campaignSlices).where(and(eq(campaignSlices.campaignId, id), eq(campaignSlices.isOver, false)));
    const waiting = await tx.db
      .select({ id: smsMessages.id })
      .from(campaignSlices)
      .innerJoin(smsMessages, eq(smsMessages.id, campaignSlices.messageId))
      .where(and(eq(campaignSlices.campaignId, id), gt(smsMessages.queuedCount, 0)))
      .orderBy(smsMessages.id);
    for (const { id: message } of waiting) {
      await stopWaiting(tx, await lockMessage(tx, { owner: userId, message }), CANCELLED);
      stopped.push(message);
    }
  }
  tx.publish(campaignChangedEvent, userId, { userId, id });
  await audit(tx, actor, 'campaign.changed', { subject: known.name, userId, detail: { campaignId: id, status } });
  return { answer: await readCampaign(tx.db, userId, id), stopped };
}
