import { and, asc, eq, sql as template, type SQL } from 'drizzle-orm';
import { campaigns, campaignSlices, contacts, smsMessages } from '../../../db/schema/index.ts';
import { ofItself } from '../../callers/credentials.ts';
import { type Transaction, transact } from '../../platform/events/transact.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';
import { asRefusal, Problem } from '../../platform/kit/errors.ts';
import { LOWEST_ID, newId } from '../../platform/kit/ids.ts';
import type { LookTimes } from '../../platform/schedule.ts';
import type { Deps } from '../deps.ts';
import { fieldsFor } from '../contacts/with-contacts.ts';
import { sendSms } from '../messaging/sending/send.ts';
import { type CampaignRow, contactsOf, inSlice, type Slice, variantSql } from './audience.ts';
import { campaignChangedEvent } from './events.ts';
import { dueIn } from './open-hours.ts';
import { shorten } from './short-links.ts';

/** The most contacts of one message: a statement and a batch of texts of some milliseconds. */
const MOST_IN_SLICE = 1000;
/** A process that dies keeps others from its campaign for so long. */
const LEASE_MS = MINUTE_MS;

/** Refusals that are about some recipients: the others are sent to. */
const OF_SOME: ReadonlySet<string> = new Set([
  ...['validation_failed', 'destination_not_sold', 'destination_closed', 'fixed_line'],
  ...['recipient_opted_out', 'sender_not_allowed'],
]);

export const campaignsWait = ({ now }: LookTimes): SQL =>
  template`exists (select from campaigns where status = 'running' and next_at <= ${now}::timestamptz)`;

/** Hands over what is due of every campaign. */
export async function runCampaigns(deps: Deps): Promise<void> {
  for (;;) {
    const taken = await transact(deps, (tx) => take(tx));
    if (!taken) return;
    const { campaign, slices } = taken;
    for (const slice of slices) if (!(await handOver(deps, campaign, slice))) break;
    const count = slices.reduce((sum, each) => sum + each.contacts, 0);
    if (count > 0) await transact(deps, (tx) => letGo(tx, campaign, count));
  }
}

/**
 * Takes a campaign that is due for some time: slices that were cut before and not handed over, or else new ones. They
 * stand in the database before anything is sent, with the ids of their messages.
 */
async function take(tx: Transaction): Promise<{ campaign: CampaignRow; slices: Slice[] } | null> {
  const [campaign] = await tx.db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.status, 'running'), template`${campaigns.nextAt} <= ${tx.now.toISOString()}::timestamptz`))
    .orderBy(campaigns.nextAt)
    .limit(1)
    .for('update', { skipLocked: true });
  if (!campaign) return null;
  const waiting = await tx.db
    .select()
    .from(campaignSlices)
    .where(and(eq(campaignSlices.campaignId, campaign.id), eq(campaignSlices.isOver, false)))
    .orderBy(asc(campaignSlices.until));
  const slices = waiting.length > 0 ? waiting : await cut(tx, campaign);
  if (slices.length > 0) await set(tx, campaign, { nextAt: new Date(tx.now.getTime() + LEASE_MS) });
  return { campaign, slices };
}

const set = (tx: Transaction, { id }: CampaignRow, values: Partial<CampaignRow>) =>
  tx.db.update(campaigns).set(values).where(eq(campaigns.id, id));

/** Cuts the next contacts off: a slice for each text. None where nobody may be written to now, or nobody is left. */
async function cut(tx: Transaction, campaign: CampaignRow): Promise<Slice[]> {
  const left = new Set(campaign.countriesLeft);
  const due = campaign.countriesLeft.map((country) => ({ country, at: dueIn(campaign, country, tx.now) }));
  for (const { country, at } of due) {
    if (at > tx.now) continue;
    const slices = await cutIn(tx, campaign, country);
    if (slices.length > 0) {
      await set(tx, campaign, { countriesLeft: [...left] });
      return slices;
    }
    left.delete(country);
  }
  const waits = due.filter(({ country }) => left.has(country)).map(({ at }) => at.getTime());
  await set(tx, campaign, {
    countriesLeft: [...left],
    ...(waits.length > 0 ? { nextAt: new Date(Math.min(...waits)) } : { status: 'done', endedAt: tx.now }),
  });
  tx.publish(campaignChangedEvent, campaign.userId, { userId: campaign.userId, id: campaign.id });
  return [];
}

async function cutIn(tx: Transaction, campaign: CampaignRow, country: string): Promise<Slice[]> {
  const { id: campaignId, lastContact, perMinute } = campaign;
  const [last] = await tx.db.execute<{ after: string | null }>(template`
    select until as after from campaign_slices where campaign_id = ${campaignId}::uuid and country = ${country}
    order by until desc limit 1`);
  const after = last?.after ?? LOWEST_ID;
  const found = await tx.db
    .select({ id: contacts.id, variant: template<number>`${variantSql(campaign)}` })
    .from(contacts)
    .where(
      and(
        contactsOf(campaign),
        eq(contacts.country, country),
        template`${contacts.id} > ${after}::uuid and ${contacts.id} <= ${lastContact}::uuid`,
      ),
    )
    .orderBy(contacts.id)
    .limit(Math.min(MOST_IN_SLICE, perMinute));
  const until = found.at(-1)?.id;
  if (until === undefined) return [];
  const rows = campaign.texts.flatMap((_, variant) => {
    const own = found.filter((each) => each.variant === variant).length;
    return own === 0 ? [] : [{ messageId: newId(tx.clock), campaignId, country, variant, after, until, contacts: own }];
  });
  return tx.db.insert(campaignSlices).values(rows).returning();
}

/**
 * Sends a slice as a message of the account, once: it has the message's id as its key, and whoever comes after a process
 * that died finds the message. Meanwhile the slice is held, so that no other process sends or halves it, and the
 * campaign, so that nothing is sent after it was paused or cancelled. A slice that is refused for some of its contacts is
 * halved, and the others get it.
 * @returns whether the campaign goes on
 */
async function handOver(deps: Deps, campaign: CampaignRow, slice: Slice): Promise<boolean> {
  const { problem, halves } = await transact(deps, async (tx): Promise<{ problem: string | null; halves: Slice[] }> => {
    const runs = and(eq(campaigns.id, campaign.id), eq(campaigns.status, 'running'));
    const waits = and(eq(campaignSlices.messageId, slice.messageId), eq(campaignSlices.isOver, false));
    const [running] = await tx.db.select({ id: campaigns.id }).from(campaigns).where(runs).for('share');
    const [held] = await tx.db.select().from(campaignSlices).where(waits).for('update');
    if (!running || !held) return { problem: null, halves: [] };
    const people = await readPeople(tx, campaign, slice);
    const refusal = people.length === 0 ? null : await send(deps, campaign, slice, people);
    if (refusal !== null && !OF_SOME.has(refusal.reason)) return { problem: refusal.reason, halves: [] };
    const first = Math.ceil(people.length / 2);
    const middle = people[first - 1];
    // Up to a hundred are named: where that is everybody, there is nobody left to find.
    const isAll = people.length === 1 || (refusal?.fields?.length ?? 0) >= people.length;
    if (refusal === null || isAll || !middle) {
      await tx.db
        .update(campaignSlices)
        .set({ isOver: true, refusal: refusal?.reason ?? null })
        .where(eq(campaignSlices.messageId, slice.messageId));
      return { problem: null, halves: [] };
    }
    await tx.db.delete(campaignSlices).where(waits);
    const parts = [
      { ...slice, messageId: newId(tx.clock), until: middle.id, contacts: first },
      { ...slice, messageId: newId(tx.clock), after: middle.id, contacts: people.length - first },
    ];
    return { problem: null, halves: await tx.db.insert(campaignSlices).values(parts).returning() };
  });
  if (problem !== null) return pause(deps, campaign, problem);
  for (const half of halves) if (!(await handOver(deps, campaign, half))) return false;
  return true;
}

/** Those of a slice as they are now; nobody where it was sent before. */
async function readPeople(tx: Transaction, campaign: CampaignRow, slice: Slice) {
  const [sent] = await tx.db
    .select({ id: smsMessages.id })
    .from(smsMessages)
    .where(eq(smsMessages.id, slice.messageId));
  if (sent) return [];
  return tx.db
    .select({ id: contacts.id, number: contacts.number, name: contacts.name, fields: contacts.fields })
    .from(contacts)
    .where(inSlice(campaign, slice))
    .orderBy(contacts.id);
}

/** @returns the refusal; null if it was accepted, now or by a process that then ended */
async function send(
  deps: Deps,
  campaign: CampaignRow,
  { messageId, variant }: Slice,
  people: Awaited<ReturnType<typeof readPeople>>,
): Promise<Problem | null> {
  const { userId: owner, senderId, texts } = campaign;
  const text = texts[variant] ?? '';
  const given = { message: text, fields: people.map(fieldsFor(text)) };
  const { message, fields } = campaign.shortLinks
    ? await shorten(deps, { campaign, messageId, people, ...given })
    : given;
  const key = { method: 'CAMPAIGN', path: `/campaigns/${campaign.id}`, key: messageId, bodyHash: '' };
  const sent = await sendSms(
    { deps, credential: ofItself(owner), idempotencyKey: key },
    { owner, senderId, messageId, recipients: people.map(({ number }) => number), message, fields },
  ).catch(asRefusal());
  return sent instanceof Problem ? sent : null;
}

/** It goes on where it stopped when its owner lets it. */
async function pause(deps: Deps, campaign: CampaignRow, problem: string): Promise<false> {
  await transact(deps, async (tx) => {
    await tx.db
      .update(campaigns)
      .set({ status: 'paused', problem })
      .where(and(eq(campaigns.id, campaign.id), eq(campaigns.status, 'running')));
    tx.publish(campaignChangedEvent, campaign.userId, { userId: campaign.userId, id: campaign.id });
  });
  return false;
}

/** The next ones are due when the pace allows them. */
async function letGo(tx: Transaction, campaign: CampaignRow, count: number): Promise<void> {
  await set(tx, campaign, { nextAt: new Date(tx.now.getTime() + (count / campaign.perMinute) * MINUTE_MS) });
  tx.publish(campaignChangedEvent, campaign.userId, { userId: campaign.userId, id: campaign.id });
}
