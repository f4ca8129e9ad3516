import { createHash } from 'node:crypto';
import { and, eq, sql as template } from 'drizzle-orm';
import { shortLinks, users } from '../../../db/schema/index.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Fields } from '../../shared/personal-text.ts';
import type { Deps } from '../deps.ts';
import { originOf } from '../messaging/media/plan-media.ts';
import type { CampaignRow } from './audience.ts';

/** An address that is the same for everybody, without the marks that end a sentence. */
const ADDRESS = /https?:\/\/[^\s{}]+[^\s{}.,;:!?)\]'"»”](?![^\s]*[{}])/gu;

interface Written {
  campaign: CampaignRow;
  messageId: string;
  people: readonly { number: string }[];
  message: string;
  fields: readonly Fields[];
}

/**
 * Writes a text with a short address of each recipient's own in place of each address, under the name by which they may
 * know the sender's portal. The same message gets the same ones again.
 */
export async function shorten(deps: Deps, { campaign, messageId, people, message, fields }: Written) {
  const urls = [...new Set(message.match(ADDRESS))];
  if (urls.length === 0) return { message, fields };
  const origin = await originOf(deps, campaign.userId);
  const links = people.flatMap(({ number }) =>
    urls.map((url) => ({ number, url, code: codeOf(messageId, number, url) })),
  );
  await deps.db.execute(template`
    insert into ${shortLinks} (code, user_id, campaign_id, message_id, number, url, created_at)
    select l.code, ${campaign.userId}::uuid, ${campaign.id}::uuid, ${messageId}::uuid, l.number, l.url,
      ${deps.clock.now().toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(links)}::text::json) as l (code text, number text, url text)
    on conflict do nothing`);
  return {
    message: message.replace(ADDRESS, (url) => `{${nameOf(urls.indexOf(url))}}`),
    fields: fields.map((own, at) => ({
      ...own,
      ...Object.fromEntries(
        urls.map((url, place) => [
          nameOf(place),
          `${origin}/api/l/${codeOf(messageId, people[at]?.number ?? '', url)}`,
        ]),
      ),
    })),
  };
}

/** No column of a file is called so. */
const nameOf = (place: number): string => `#link ${place}`;

/** 60 bits that only who knows the message can tell. */
const codeOf = (...of: readonly string[]): string =>
  createHash('sha256').update(of.join('\n')).digest('base64url').slice(0, 10);

/** Programs that look at addresses before people do, or in their place. */
const PROGRAM =
  /bot|crawl|spider|slurp|preview|scan|check|monitor|fetch|headless|curl|wget|python|java\/|bun\/|deno\/|undici|go-http|okhttp|libwww|axios|node|facebookexternalhit|whatsapp|telegram|slack|discord|skype/i;

/** Where a link leads; it is counted where a person follows it. @throws not_found, also where its owner is suspended */
export async function followLink({ db, clock }: Deps, code: string, { method, headers }: Request): Promise<string> {
  const [link] = await db
    .select({ url: shortLinks.url })
    .from(shortLinks)
    .innerJoin(users, and(eq(users.id, shortLinks.userId), eq(users.status, 'active')))
    .where(eq(shortLinks.code, code));
  if (!link) throw notFound('Link');
  const agent = headers.get('user-agent') ?? '';
  if (method === 'GET' && agent !== '' && !PROGRAM.test(agent)) {
    await db.execute(template`
      update short_links set clicks = clicks + 1,
        first_click_at = coalesce(first_click_at, ${clock.now().toISOString()}::timestamptz)
      where code = ${code}`);
  }
  return link.url;
}
