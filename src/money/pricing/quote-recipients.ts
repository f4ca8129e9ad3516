import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import { callingCode } from '../../platform/kit/calling-code.ts';
import { mapPaced } from '../../platform/kit/turn.ts';
import type { Deps } from '../deps.ts';
import { FEW } from './find-below-cost.ts';
import { LINK, pricedSql } from './price-recipients.ts';

/** A message that has not been sent. */
export interface MessageToPrice {
  userId: string;
  now: Date;
  /** E.164, without repeats and without those who want no messages from the account. */
  numbers: readonly string[];
  /** The parts of the text by each counting. */
  parts: number;
  shortParts: number;
  /** The same of each recipient's own text, in the order of the numbers; null if all get one text. */
  personal: { parts: readonly number[]; shortParts: readonly number[] } | null;
  /** They say whether each gets the message's picture itself; null without a picture. Then each has a text of its own. */
  mms: readonly boolean[] | null;
}

/** The price of all recipients at one destination. */
export interface DestinationPrice extends Record<string, unknown> {
  /** The name in the price list; null if the flat price holds, and for numbers that are not sold. */
  name: string | null;
  /** For one part, or for a message with a picture, a decimal string; null if it is not sold. */
  rate: string | null;
  /** They get the picture itself. */
  mms: boolean;
  recipients: number;
  cost: string;
  /** The numbers, if they are not sold; otherwise null. */
  unsold: readonly string[] | null;
}

type Asked = { now: Date; parts: number; shortParts: number } & Record<'owner' | 'numbers' | 'codes', string> &
  Record<'partsOfEach' | 'shortPartsOfEach' | 'mmsOfEach', string | null>;

const nothing = template`null`;

/** It is asked again and again while somebody writes, so it is planned once. */
const price = prepared<Asked, DestinationPrice>((p) => {
  const { owner, now, numbers, codes: codeOfEach, parts, shortParts, partsOfEach, shortPartsOfEach, mmsOfEach } = p;
  const of = { owner, now, numbers, codeOfEach, parts, shortParts, partsOfEach, shortPartsOfEach, mmsOfEach };
  // Nothing is stored, so these recipients need no ids; the caller has left out who wants none, and counted them.
  const others = { firstId: nothing, texts: nothing, riskOfEach: nothing, unreachedEach: nothing };
  const priced = pricedSql({ ...of, ...others, despiteOptOut: template`true` }, 'many', { named: true });
  return template`
    with allowed as (select 1), ${priced}
    select name, (case when sold then rate end)::numeric(8, 4)::text as rate, is_mms as mms, count(*)::integer as recipients,
      coalesce(sum(cost) filter (where sold), 0)::numeric(12, 4)::text as cost,
      array_agg(number order by place) filter (where not sold) as unsold
    from priced group by name, is_mms, case when sold then rate end order by bool_and(sold), sum(cost) desc, name limit 200`;
});

/** The price of a message, by the lines of the statement that charges; the dearest destination first. */
export async function quoteRecipients(
  { sql, planned }: Pick<Deps, 'sql' | 'planned'>,
  { userId, numbers, personal, mms, ...message }: MessageToPrice,
): Promise<DestinationPrice[]> {
  const codes = await mapPaced(numbers, callingCode);
  return price(numbers.length > FEW ? sql : planned, {
    ...message,
    owner: userId,
    numbers: numbers.join(','),
    codes: codes.join(','),
    partsOfEach: personal && personal.parts.join(','),
    shortPartsOfEach: personal && personal.shortParts.join(','),
    mmsOfEach: mms && mms.map((each) => (each ? '|' : LINK)).join(','),
  });
}
