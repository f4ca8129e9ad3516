import { sql as template } from 'drizzle-orm';
import { isoTime } from '../../../db/prepared.ts';
import type { Deps } from '../deps.ts';
import { readCampaign } from './campaigns.ts';
import type { CampaignReport } from './contract.ts';

const MOST_REASONS = 20;

/** A campaign and what became of it so far, from its messages. @throws not_found */
export async function readReport({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<CampaignReport> {
  const campaign = await readCampaign(db, userId, id);
  const of = template`s.campaign_id = ${id}::uuid`;
  const reached = (number: string) => template`exists (
    select from sms_recipients r join campaign_slices s on s.message_id = r.message_id
    where ${of} and r.number = ${template.raw(number)})`;
  const since = template`${campaign.createdAt}::timestamptz`;
  const variants = await db.execute<CampaignReport['variants'][number]>(template`
    select v.*, coalesce(l.clicked, 0) as clicked, coalesce(l.clicks, 0) as clicks from (
      select s.variant, sum(m.recipient_count)::integer as recipients, sum(m.handed_over_count)::integer as sent,
        sum(m.delivered_count)::integer as delivered, sum(m.failed_count)::integer as failed,
        sum(m.opted_out_count)::integer as "optedOut", sum(m.actual_cost)::numeric(12, 4)::text as cost
      from campaign_slices s join sms_messages m on m.id = s.message_id where ${of} group by s.variant
    ) v left join (
      select s.variant, count(distinct k.number) filter (where k.clicks > 0)::integer as clicked,
        sum(k.clicks)::integer as clicks
      from short_links k join campaign_slices s on s.message_id = k.message_id
      where k.campaign_id = ${id}::uuid group by s.variant
    ) l on l.variant = v.variant order by v.variant`);
  const failures = await db.execute<CampaignReport['failures'][number]>(template`
    select coalesce(r.error, '') as reason, count(*)::integer as count
    from campaign_slices s join sms_recipients r on r.message_id = s.message_id
    where ${of} and r.status = 'failed' group by 1 order by 2 desc limit ${MOST_REASONS}`);
  const refusals = await db.execute<CampaignReport['refusals'][number]>(template`
    select s.refusal as code, sum(s.contacts)::integer as count from campaign_slices s
    where ${of} and s.refusal is not null group by 1 order by 2 desc`);
  const [answers] = await db.execute<Pick<CampaignReport, 'replies' | 'optOuts'>>(template`
    select (
      select count(*)::integer from conversations c
      where c.user_id = ${userId}::uuid and c.own_number = ${campaign.senderId} and c.last_at >= ${since}
        and exists (select from conversation_messages m
          where m.conversation_id = c.id and m.incoming and m.at >= ${since})
        and ${reached('c.other_number')}
    ) as replies, (
      select count(*)::integer from opt_outs o
      where o.user_id = ${userId}::uuid and o.at >= ${since} and ${reached('o.number')}
    ) as "optOuts"`);
  const hours = await db.execute<CampaignReport['hours'][number]>(template`
    select ${isoTime(template`date_trunc('hour', m.sent_at, 'UTC')`)} as at, sum(m.recipient_count)::integer as count
    from campaign_slices s join sms_messages m on m.id = s.message_id where ${of}
    group by date_trunc('hour', m.sent_at, 'UTC') order by 1 limit 1000`);
  const links = await db.execute<CampaignReport['links'][number]>(template`
    select url, count(*) filter (where clicks > 0)::integer as recipients, sum(clicks)::integer as clicks
    from short_links where campaign_id = ${id}::uuid group by url order by url`);
  const { replies = 0, optOuts = 0 } = answers ?? {};
  return { ...campaign, variants, failures, refusals, replies, optOuts, hours, links };
}
