import { type Placeholder, type SQL, sql as template } from 'drizzle-orm';
import { prepared } from '../../../../../db/prepared.ts';
import type { Sender } from '../../../../callers/credentials.ts';
import { smsChargeSql, smsSpendSql, type SmsChargeParameters } from '../../../../money/ledger/charge-sms.ts';
import {
  countsAlike,
  isMmsSql,
  isShort,
  shortFormSql,
  type ShortPricing,
  type SmsPricing,
} from '../../../../money/pricing/price-recipients.ts';
import { overLimitSql } from '../../../../money/allowances/spend-limits.ts';
import { owedSql, owesMarginsSql } from '../../../../money/margins/owed-margins.ts';
import { REASONS } from '../../../../shared/reasons.ts';
import { messageJson, recipientJson } from '../../history/message-json.ts';
import { addSendJobSql } from '../../delivery/message-job.ts';

/** The values of one send. */
export interface SendParameters extends SmsChargeParameters {
  [name: string]: string | number | boolean | Date | null;
  messageId: string;
  senderId: string;
  message: string;
  recipientCount: number;
  bulk: boolean;
  /** It says who goes first among messages to a few: as in `sms_recipients`. */
  urgency: number;
  /** Null: at once. */
  sendAt: Date | null;
  validityMinutes: number | null;
  resendOf: string | null;
  /** The upload of its picture, and the secret end of the picture's public address. */
  mediaId: string | null;
  mediaKey: string | null;
  /** How many recipients the answer shows. */
  shown: number;
  bodyHash: string;
}

/** The result of a send; if nothing was charged, enough to say why. */
export interface SendRow {
  allowed: boolean;
  /** The stored answer for the key, if there is one. */
  stored_body_hash: string | null;
  stored_status: number | null;
  stored_response: string | null;
  /** The account that pays is suspended, whoever calls; null if there is no such account. */
  suspended: boolean | null;
  /** The margins that are taken back from the account, if there are any; then nothing leaves it. */
  margins_owed: string | null;
  /** The account's balance and the price of the message; null if there is no such account. */
  credits: string | null;
  price: string | null;
  /** The first number that is not sold, and how many there are. */
  unsold: string | null;
  unsold_count: number | null;
  /** The first number that wants no messages from this account. */
  opted_out: string | null;
  /** The spend limit that it would exceed, as the JSON of an `OverLimit`. */
  over_limit: string | null;
  /** The short statement that would do for this account; null if none would. */
  short_form: ShortPricing | null;
  /** The answer, if it was charged. */
  answer: string | null;
}

interface Variant {
  kind: Sender['kind'];
  /** The message is scheduled or large; otherwise it is sent at once. */
  withJob: boolean;
  pricing: SmsPricing | ShortPricing;
}

type P = { [Name in keyof SendParameters]: Placeholder };

/**
 * Everything that a send does, in one round trip: identifies the caller and checks the permission, reads the key's
 * stored answer, charges, writes the message, its queued recipients and the events, and stores the answer.
 * `answer (text)` is empty if nothing was charged.
 */
function sendSql(p: P, { kind, withJob, pricing }: Variant): SQL {
  const now = template`${p.now}::timestamptz`;
  const sendAt = template`${p.sendAt}::timestamptz`;
  const personal = !isShort(pricing) && pricing.personal;
  const many = !isShort(pricing) && pricing.manyNumbers;
  const someUnreached = !isShort(pricing) && pricing.someUnreached;
  const unreached = (then: SQL, otherwise: SQL) =>
    someUnreached ? template`case when g.unreached then ${then} else ${otherwise} end` : otherwise;
  const error = unreached(template`'${template.raw(REASONS.fixed_line)}'`, template`null`);
  // A message to one number is refused as a whole if that one wants none.
  const optedOut = many ? template`(select count(*)::integer from opted_out)` : template`0`;
  const failed = someUnreached
    ? template`(select count(*)::integer from priced where unreached)`
    : template`0`;
  const text = (column: string) => (personal ? template.raw(`, ${column}`) : template``);
  const listed = (column: string) => (pricing === 'flat' ? template`` : template.raw(`, ${column}`));
  const risky = !isShort(pricing) && pricing.risky;
  const picture = !isShort(pricing) && pricing.picture;
  const pictured = (columns: SQL) => (picture ? columns : template``);
  const counted = (columns: string) => (risky ? template.raw(columns) : template``);
  return template`
    with ${smsChargeSql(kind, p, pricing)},
    message as (
      insert into sms_messages (id, user_id, sender_id, message, parts, status, cost, actual_cost,
        transaction_id, recipient_count, queued_count, failed_count, opted_out_count, sent_at, send_at,
        resend_of, validity_minutes${pictured(template`, media_id, media_key`)})
      select ${p.messageId}::uuid, id, ${p.senderId}, ${p.message}, ${picture ? template`greatest(parts, 1)` : template`parts`},
        case when ${sendAt} is null then 'queued' else 'scheduled' end, price, price,
        ${p.transactionId}::uuid, ${p.recipientCount}::integer,
        ${p.recipientCount}::integer - ${failed} - ${optedOut}, ${failed}, ${optedOut}, ${now},
        ${sendAt}, ${p.resendOf}::uuid, ${p.validityMinutes}::integer${pictured(template`, ${p.mediaId}::uuid, ${p.mediaKey}`)}
      from charged
      returning *
    ),
    queue as (
      insert into sms_recipients (id, message_id, number, status, cost, margin, bulk, urgency, user_id, due_at${someUnreached ? template`, error, settled_at` : template``}${text('text')}${listed('price_prefix')}${counted(', counted')}${pictured(template`, mms, refused_by`)})
      select g.id, ${p.messageId}::uuid, g.number, ${unreached(template`'failed'`, template`'queued'`)}, g.cost, g.margin,
        ${p.bulk}::boolean, ${p.urgency}::smallint, case when not ${p.bulk}::boolean then c.id end, coalesce(${sendAt}, ${now})${
          someUnreached ? template`, ${error}, case when g.unreached then ${now} end` : template``
        }${text('g.text')}${listed('g.prefix')}${counted(', nullif(g.counted, g.cost)')}${pictured(template`,
        ${isMmsSql(template`g.mms`)}, case when ${isMmsSql(template`g.mms`)} then string_to_array(ltrim(g.mms, '|'), '|') else '{}' end`)}
      from charged c, priced g
    ),
    ${many ? leftOutSql(p, now) : template``}
    shown as (
      select json_agg(${recipientJson(template`r`)} order by place) as recipients,
        json_agg(r.number order by place) as numbers
      from (
        select g.id, g.number, g.place, ${unreached(template`'failed'`, template`'queued'`)} as status, ${error} as error,
          g.cost::numeric(8, 4) as cost
        from charged c, priced g where g.place <= ${p.shown}::integer
        ${many ? shownLeftOutSql(p) : template``}
      ) r
    ),
    answer as (
      select ${messageJson(template`m`, template`s.recipients`, template`s.numbers`)}::text as text
      from message m, shown s
    ),
    kept as (
      insert into idempotency_keys (user_id, method, path, key, body_hash, status, response, created_at)
      select a.id, ${p.method}, ${p.path}, ${p.key}, ${p.bodyHash}, 201, answer.text, ${now}
      from allowed a, answer where ${p.key}::text is not null
    )
    ${withJob ? template`, job as materialized (${addJob(p)})` : template``}`;
}

/** Those who want no messages are recipients as well: their number is in the list, and costs nothing. */
const leftOutSql = (p: P, now: SQL): SQL => template`
    left_out as (
      insert into sms_recipients (id, message_id, number, status, cost, bulk, due_at, settled_at)
      select g.id, ${p.messageId}::uuid, g.number, 'opted_out', 0, ${p.bulk}::boolean, ${now}, ${now}
      from charged c, opted_out g
    ),`;

const shownLeftOutSql = (p: P): SQL => template`
        union all
        select g.id, g.number, g.place, 'opted_out', null, 0::numeric(8, 4) from charged c, opted_out g
        where g.place <= ${p.shown}::integer`;

const sendStatement = (kind: Sender['kind'], withJob: boolean, pricing: SmsPricing) =>
  prepared<SendParameters, SendRow>(
    (p) => template`
    ${sendSql(p, { kind, withJob, pricing })}
    select allowed.id is not null as allowed,
      stored.body_hash as stored_body_hash, stored.status as stored_status,
      stored.response as stored_response, account.suspended, account.margins_owed, account.credits::text, account.price::text,
      account.unsold,
      account.unsold_count, account.opted_out, account.over_limit,
      (select ${shortFormSql(template`terms`)} from terms) as short_form, answer.text as answer
    from (select 1) one
    left join allowed on true
    left join stored on true
    left join answer on true
    ${withJob ? template`left join job on true` : template``}
    left join lateral (${uncharged(p, pricing)}) account on answer.text is null`,
  );

/** The most frequent send, in a short statement: it charges and answers, or does nothing and gives no reason. */
const shortStatement = (kind: Sender['kind'], pricing: ShortPricing) =>
  prepared<SendParameters, { answer: string }>(
    (p) => template`
    ${sendSql(p, { kind, withJob: false, pricing })}
    select text as answer from answer`,
  );

/** Present only if it was charged. */
const addJob = (p: { [Name in 'messageId' | 'bulk' | 'sendAt' | 'now']: Placeholder }) => template`
  select ${addSendJobSql({
    messageId: template`${p.messageId}::uuid`,
    bulk: template`${p.bulk}::boolean`,
    delay: template`coalesce(${p.sendAt}::timestamptz - ${p.now}::timestamptz, interval '0')`,
  })} from charged`;

/** The payer, the price, the unsold numbers and the exceeded limit, for the sentence of a refusal. */
const uncharged = (p: Parameters<typeof smsChargeSql>[1], pricing: SmsPricing) => template`
  select u.status = 'suspended' as suspended,
    case when ${owesMarginsSql({ id: template`u.id`, role: template`u.role` })}
      then ${owedSql(template`u.id`)}::numeric(12, 2)::text end as margins_owed, u.credits, bill.price,
    (select number from priced where not sold order by place limit 1) as unsold,
    (select count(*)::integer from priced where not sold) as unsold_count,
    (select number from opted_out order by place limit 1) as opted_out,
    ${overLimitSql(smsSpendSql(p, pricing))} as over_limit
  from users u, bill
  where u.id = ${p.owner}::uuid and exists (select from allowed)`;

const eachKind = <Statement>(made: (kind: Sender['kind']) => Statement) => ({
  session: made('session'),
  key: made('key'),
  account: made('account'),
});

const statementsFor = (pricing: SmsPricing) => ({
  atOnce: eachKind((kind) => sendStatement(kind, false, pricing)),
  byJob: eachKind((kind) => sendStatement(kind, true, pricing)),
});
const shapesFor = (risky: boolean) => ({
  one: statementsFor({ manyNumbers: false, personal: false, risky }),
  many: statementsFor({ manyNumbers: true, personal: false, risky }),
  personal: statementsFor({ manyNumbers: true, personal: true, risky }),
  manyWithout: statementsFor({ manyNumbers: true, personal: false, someUnreached: true, risky }),
  personalWithout: statementsFor({ manyNumbers: true, personal: true, someUnreached: true, risky }),
  picture: statementsFor({ manyNumbers: true, personal: true, picture: true, risky }),
  pictureWithout: statementsFor({
    manyNumbers: true,
    personal: true,
    picture: true,
    someUnreached: true,
    risky,
  }),
});
const statements = { ordinary: shapesFor(false), risky: shapesFor(true) };
const short = {
  flat: eachKind((kind) => shortStatement(kind, 'flat')),
  list: eachKind((kind) => shortStatement(kind, 'list')),
  percentage: eachKind((kind) => shortStatement(kind, 'percentage')),
};

type Shape = Pick<
  SendParameters,
  'bulk' | 'sendAt' | 'texts' | 'mmsOfEach' | 'recipientCount' | 'unreachedEach' | 'riskOfEach'
>;

/** The statement for a send; each variant is compiled and prepared when it is first needed. */
export function runSend(
  kind: Sender['kind'],
  { bulk, sendAt, texts, mmsOfEach, recipientCount, unreachedEach, riskOfEach }: Shape,
) {
  const numbers = recipientCount === 1 ? 'one' : 'many';
  const own = mmsOfEach === null ? 'personal' : 'picture';
  const all = texts === null ? numbers : own;
  const some = texts === null ? 'manyWithout' : (`${own}Without` as const);
  const shapes = statements[riskOfEach === null ? 'ordinary' : 'risky'];
  return shapes[unreachedEach === null ? all : some][bulk || sendAt ? 'byJob' : 'atOnce'][kind];
}

/** What a short statement asks of a send, beside that. */
type ShortShape = Shape & Pick<SendParameters, 'parts' | 'shortParts'>;

/** Tells whether a send may be done by a short statement: one text to one number at once. */
const mayBeShort = ({ bulk, sendAt, texts, recipientCount, riskOfEach }: Shape): boolean =>
  recipientCount === 1 && texts === null && !bulk && !sendAt && riskOfEach === null;

/**
 * The short statement for one text to one number at once; null for other sends, and by a list for the few texts whose
 * parts depend on how it counts. It returns no row if nothing was charged, for any reason: the payer is a reseller's
 * customer, prices are not of this form, or the send is refused. Then `runSend` decides.
 */
export const runShortSend = (kind: Sender['kind'], pricing: ShortPricing, shape: ShortShape) =>
  mayBeShort(shape) && (pricing === 'flat' || countsAlike(shape)) ? short[pricing][kind] : null;
