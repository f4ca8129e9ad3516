import { eq, sql as template } from 'drizzle-orm';
import { brands, objects, users } from '../../../../db/schema/index.ts';
import { carryingSender } from '../../../carriers/routing/traffic-rules.ts';
import { idOfUpload } from '../../../edge/uploads/link.ts';
import { carrierCostSql, costDecksSql } from '../../../money/pricing/carrier-costs.ts';
import { carriersSql, LONGEST_DESTINATION, mayCarrySql } from '../../../money/pricing/carrier-destinations.ts';
import { LINK } from '../../../money/pricing/price-recipients.ts';
import { termsSql, FLAT_MMS, priceSql } from '../../../money/pricing/price-sql.ts';
import { invalidField, sentence } from '../../../platform/kit/errors.ts';
import { fault } from '../../../platform/kit/faults.ts';
import { mapPaced } from '../../../platform/kit/turn.ts';
import type { Deps } from '../../deps.ts';
import { MAX_MEDIA_BYTES, MAX_MESSAGE_CHARACTERS, MEDIA_TYPES } from '../contract.ts';
import { countEach, type PersonalTexts } from '../sending/write-personal-texts.ts';
import { mediaUrl, newMediaKey } from './media-url.ts';

/** The picture of a message that is to be sent. */
export interface PlannedMedia {
  /** The upload has this id. */
  id: string;
  key: string;
  /** Where a recipient sees it. */
  url: string;
  /** How each recipient gets it: as `SmsPricingParameters.mmsOfEach`. */
  mms: readonly string[];
}

interface ToSend {
  userId: string;
  /** Undefined where it is not known yet. */
  senderId: string | undefined;
  /** E.164, each once. */
  numbers: readonly string[];
  /** Absent: the message has no picture. */
  media?: string | null | undefined;
}

/**
 * Decides who gets the picture of a message itself (MMS): those for whose number we have a price for it and a carrier that
 * brings it there and asks no more. The others get a link. Null for a message without a picture.
 * @throws validation_failed (media) if it is no picture of the account, or too large
 */
export async function planMedia(
  deps: Deps,
  { userId, senderId, numbers, media }: ToSend,
): Promise<PlannedMedia | null> {
  if (!media) return null;
  const id = await requirePicture(deps, userId, media);
  const { names } = deps.carriers;
  const { carriers: carrying } = await carryingSender(deps, senderId, names);
  const able = deps.carriers.list.filter(({ name, takesPicture }) => takesPicture && carrying.includes(name));
  const takers = await mapPaced(numbers, (number) =>
    able.flatMap((carrier) => (carrier.takesPicture?.({ sender: senderId ?? '', number }) ? carrier.name : [])),
  );
  const priced = await readPriced(
    deps,
    userId,
    numbers.filter((_, place) => takers[place]?.length),
  );
  const mms = await mapPaced(numbers, (number, place) => {
    const carriers = new Set(priced.get(number)?.filter((name) => takers[place]?.includes(name)));
    const others = names.filter((name) => !carriers.has(name));
    return carriers.size === 0 ? LINK : `|${others.join('|')}`;
  });
  const key = newMediaKey();
  return { id, key, url: mediaUrl(await originOf(deps, userId), key), mms };
}

/** The texts of a message with a picture: a link at the end of those that do not get the picture itself. */
export async function withLinks(
  { url, mms }: PlannedMedia,
  { message, personal }: { message: string; personal: PersonalTexts | null },
): Promise<PersonalTexts> {
  const texts = mms.map((way, place) => {
    const text = personal?.texts[place] ?? message;
    return way === LINK ? `${text}\n${url}` : text;
  });
  if (texts.some((text) => text.length > MAX_MESSAGE_CHARACTERS)) {
    const count = MAX_MESSAGE_CHARACTERS - url.length - 1;
    throw invalidField('message', sentence('textBesideLink', { count }));
  }
  const counted = await countEach(texts);
  // The picture's price is in place of that of the parts.
  const isMms = (place: number) => mms[place] !== LINK;
  const ofTexts = (parts: readonly number[]) => parts.map((each, place) => (isMms(place) ? 0 : each));
  return { texts, parts: ofTexts(counted.parts), shortParts: ofTexts(counted.shortParts) };
}

/** @returns the upload's id */
async function requirePicture({ db }: Deps, userId: string, media: string): Promise<string> {
  const [file] = await db
    .select()
    .from(objects)
    .where(eq(objects.id, idOfUpload(media)));
  const isPicture = file?.storageKey && MEDIA_TYPES.some((type) => type === file.contentType);
  if (!file || file.ownerId !== userId || !isPicture) throw invalidField('media', sentence('pictureAgain'));
  if ((file.bytes ?? 0) > MAX_MEDIA_BYTES)
    throw invalidField('media', fault('fileSize', { size: `${MAX_MEDIA_BYTES / 1000} kB` }));
  return file.id;
}

/** The carriers that may be given each number for what we earn for a picture there; nothing for a number without a price. */
async function readPriced(
  { db, clock, carriers }: Deps,
  userId: string,
  numbers: readonly string[],
): Promise<Map<string, string[]>> {
  if (numbers.length === 0) return new Map();
  const now = template`${clock.now().toISOString()}::timestamptz`;
  const names = template`${carriers.names.join(',')}::text`;
  const terms = termsSql({ userId: template`${userId}::uuid`, service: 'sms', flat: FLAT_MMS, now });
  const [row] = await db.execute<{ digits: number; heads: { head: string; carriers: string[] }[] | null }>(
    template`
    with costs as materialized (${costDecksSql({ service: 'sms', carriers: names, now })}),
    carriers as materialized (${carriersSql(names, now)}),
    terms as materialized (
      select d.*, coalesce((select o.below_cost from rate_decks o where o.id = d.own_deck), false) as below_cost,
        greatest(d.longest, (select max(longest_prefix) from costs), ${LONGEST_DESTINATION}::integer) as digits
      from (${terms}) d
    ),
    heads as (
      select h.head, array(
        select c.carrier from carriers c
        where ${mayCarrySql(template`c.destinations`, template`h.head`)} and (not exists (select from costs) or exists (
          select from costs k cross join lateral (${carrierCostSql(template`k`, template`h.head`, now)}) asked
          where k.carrier = c.carrier and (d.below_cost or asked.fee <= p.own_fee)))) as carriers
      from terms d
      cross join lateral (
        select distinct left(substr(g.number, 2), d.digits) as head
        from unnest(string_to_array(${numbers.join(',')}::text, ',')) as g (number)
      ) h
      cross join lateral (${priceSql(template`d`, template`h.head`, now)}) p
      where p.sold and p.fee > 0
    )
    select (select digits from terms) as digits, (select json_agg(heads) from heads) as heads`,
  );
  const found = new Map(row?.heads?.map((each) => [each.head, each.carriers]));
  return new Map(
    await mapPaced(numbers, (number): [string, string[]] => [
      number,
      found.get(number.slice(1, 1 + (row?.digits ?? 0))) ?? [],
    ]),
  );
}

/** Recipients see a picture under the name by which they may know the sender's portal. */
export async function originOf({ db, config }: Deps, userId: string): Promise<string> {
  const [brand] = await db
    .select({ host: brands.hostName, provenAt: brands.hostProvenAt })
    .from(users)
    .innerJoin(brands, template`${brands.userId} in (${users.id}, ${users.resellerId})`)
    .where(eq(users.id, userId));
  return brand?.host && brand.provenAt ? `https://${brand.host}` : config.publicUrl;
}
