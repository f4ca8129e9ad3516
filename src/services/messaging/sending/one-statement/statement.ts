import { type Placeholder, type SQL, sql as template } from 'drizzle-orm';
import { prepared } from '../../../../../db/prepared.ts';
import { smsChargeSql, smsSpendSql, type SmsChargeParameters } from '../../../../money/ledger/charge-sms.ts';
import { isDirectSql, type LongForm, type SmsForm } from '../../../../money/pricing/price-recipients.ts';
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
  /** The word for which it waits until an administrator has looked at it. */
  heldFor: string | null;
  requestId: string | null;
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
  /** The short statement would do for this account. */
  is_direct: boolean;
  /** The answer, if it was charged. */
  answer: string | null;
}

interface Variant {
  form: SmsForm;
  /** The message is scheduled or large; otherwise it is sent at once. */
  withJob?: boolean;
}

type P = { [Name in keyof SendParameters]: Placeholder };

/**
 * Everything that a send does, in one round trip: identifies the caller and checks the permission, reads the key's
 * stored answer, charges, writes the message, its queued recipients and the events, and stores the answer.
 * `answer (text)` is empty if nothing was charged.
 */
function sendSql(p: P, { form, withJob = false }: Variant): SQL {
  const now = template`${p.now}::timestamptz`;
  const sendAt = template`${p.sendAt}::timestamptz`;
  const many = form === 'many';
  const ofMany = (part: SQL) => (many ? part : template``);
  const ofLong = (part: SQL) => (form === 'short' ? template`` : part);
  const isHeld = template`${p.heldFor}::text is not null`;
  const status = many
    ? template`case when g.unreached then 'failed' when ${isHeld} then 'held' else 'queued' end`
    : template`'queued'`;
  const error = many ? template`case when g.unreached then '${template.raw(REASONS.fixed_line)}' end` : template`null`;
  // A message to one number is refused as a whole if that one wants none.
  const optedOut = many ? template`(select count(*)::integer from opted_out)` : template`0`;
  const failed = many ? template`unreached` : template`0`;
  return template`
    with ${smsChargeSql(p, form)},
    message as (
      insert into sms_messages (id, user_id, sender_id, message, parts, status, cost, actual_cost,
        transaction_id, recipient_count, queued_count, failed_count, opted_out_count, sent_at, send_at,
        resend_of, validity_minutes, request_id${ofMany(template`, media_id, media_key, held_at, held_for`)})
      select ${p.messageId}::uuid, id, ${p.senderId}, ${p.message}, greatest(parts, 1),
        case when ${sendAt} is null then 'queued' else 'scheduled' end, price, price,
        ${p.transactionId}::uuid, ${p.recipientCount}::integer,
        ${p.recipientCount}::integer - ${failed} - ${optedOut}, ${failed}, ${optedOut}, ${now},
        ${sendAt}, ${p.resendOf}::uuid, ${p.validityMinutes}::integer, ${p.requestId}${ofMany(template`, ${p.mediaId}::uuid, ${p.mediaKey}, case when ${isHeld} then ${now} end, ${p.heldFor}`)}
      from charged
      returning *
    ),
    queue as (
      insert into sms_recipients (id, message_id, number, status, cost, margin, bulk, urgency, user_id, due_at, price_prefix
        ${ofLong(template`, counted`)}${ofMany(template`, error, settled_at, text, mms, refused_by`)})
      select g.id, ${p.messageId}::uuid, g.number, ${status}, g.cost, g.margin, ${p.bulk}::boolean, ${p.urgency}::smallint,
        case when not ${p.bulk}::boolean then c.id end, coalesce(${sendAt}, ${now}), g.prefix
        ${ofLong(template`, nullif(g.counted, g.cost)`)}${ofMany(template`, ${error},
        case when g.unreached then ${now} end, g.text, g.is_mms,
        case when g.is_mms then string_to_array(ltrim(g.mms, '|'), '|') else '{}' end`)}
      from charged c, priced g
    ),
    ${ofMany(leftOutSql(p, now))}
    shown as (
      select json_agg(${recipientJson(template`r`)} order by place) as recipients,
        json_agg(r.number order by place) as numbers
      from (
        select g.id, g.number, g.place, ${status} as status, ${error} as error, g.cost::numeric(8, 4) as cost
        from charged c, priced g where g.place <= ${p.shown}::integer
        ${ofMany(shownLeftOutSql(p))}
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

const longStatement = (form: LongForm, withJob: boolean) =>
  prepared<SendParameters, SendRow>(
    (p) => template`
    ${sendSql(p, { form, withJob })}
    select allowed.id is not null as allowed,
      stored.body_hash as stored_body_hash, stored.status as stored_status,
      stored.response as stored_response, account.suspended, account.margins_owed, account.credits::text, account.price::text,
      account.unsold,
      account.unsold_count, account.opted_out, account.over_limit,
      (select ${isDirectSql(template`terms`)} from terms) as is_direct, answer.text as answer
    from (select 1) one
    left join allowed on true
    left join stored on true
    left join answer on true
    ${withJob ? template`left join job on true` : template``}
    left join lateral (${uncharged(p, form)}) account on answer.text is null`,
  );

/** Present only if it was charged. */
const addJob = (p: { [Name in 'messageId' | 'bulk' | 'sendAt' | 'now']: Placeholder }) => template`
  select ${addSendJobSql({
    messageId: template`${p.messageId}::uuid`,
    bulk: template`${p.bulk}::boolean`,
    delay: template`coalesce(${p.sendAt}::timestamptz - ${p.now}::timestamptz, interval '0')`,
  })} from charged`;

/** The payer, the price, the unsold numbers and the exceeded limit, for the sentence of a refusal. */
const uncharged = (p: P, form: LongForm) => template`
  select u.status = 'suspended' as suspended,
    case when ${owesMarginsSql({ id: template`u.id`, role: template`u.role` })}
      then ${owedSql(template`u.id`)}::numeric(12, 2)::text end as margins_owed, u.credits, bill.price,
    (select number from priced where not sold order by place limit 1) as unsold,
    (select count(*)::integer from priced where not sold) as unsold_count,
    (select number from opted_out order by place limit 1) as opted_out,
    ${overLimitSql(smsSpendSql(p, form))} as over_limit
  from users u, bill
  where u.id = ${p.owner}::uuid and exists (select from allowed)`;

/** The most frequent send: it charges and answers, or does nothing and gives no reason. */
const short = prepared<SendParameters, { answer: string }>(
  (p) => template`
    ${sendSql(p, { form: 'short' })}
    select text as answer from answer`,
);
const one = longStatement('one', false);
const many = longStatement('many', false);
const byJob = longStatement('many', true);

type Shape = Pick<SendParameters, 'bulk' | 'sendAt' | 'texts' | 'recipientCount' | 'heldFor'>;

/** Tells whether a send is one text to one number at once, which nobody has to look at; a picture has texts. */
const isOne = ({ bulk, sendAt, texts, recipientCount, heldFor }: Shape): boolean =>
  recipientCount === 1 && texts === null && !bulk && !sendAt && heldFor === null;

/** The statement for a send; each is compiled and prepared when it is first needed. */
export function runSend(shape: Shape) {
  if (isOne(shape)) return one;
  return shape.bulk || shape.sendAt ? byJob : many;
}

/**
 * The short statement for one text to one number at once; null for other sends. It returns no row if nothing was charged,
 * for any reason: the account does not buy of us directly, or the send is refused. Then `runSend` decides.
 */
export const runShortSend = (shape: Shape & Pick<SendParameters, 'riskOfEach'>) =>
  isOne(shape) && shape.riskOfEach === null ? short : null;
