import { type Placeholder, sql as template } from 'drizzle-orm';
import { prepared } from '../../../../../db/prepared.ts';
import type { Credential } from '../../../../callers/credentials.ts';
import {
  smsChargeSql,
  smsPriceSql,
  smsSpendSql,
  type SmsCharge,
  type SmsChargeParameters,
  type SmsPayer,
} from '../../../../money/ledger/charge-sms.ts';
import { overLimitSql } from '../../../../money/allowances/spend-limits.ts';
import { messageJson, recipientJson } from '../../history/message-json.ts';
import { addSendJobSql } from '../../delivery/message-job.ts';

/** Between texts, in which no control character stands but those of lines. */
export const TEXT_SEPARATOR = '\u001F';

/** What one send is made of. */
export interface SendParameters extends SmsChargeParameters {
  [name: string]: string | number | boolean | Date | null;
  messageId: string;
  senderId: string;
  message: string;
  parts: number;
  recipientCount: number;
  bulk: boolean;
  /** Null: at once. */
  sendAt: Date | null;
  resendOf: string | null;
  /** Separated by commas: 100,000 of them as one text cost less than as an array. */
  recipientIds: string;
  numbers: string;
  /** Of a message whose recipients each have their own text, else null: the texts, and the parts of each. */
  texts: string | null;
  partsOfEach: string | null;
  /** How many recipients the answer shows. */
  shown: number;
  bodyHash: string;
}

/** What came of it; where nothing was charged, enough to say why. */
export interface SendRow {
  allowed: boolean;
  /** The answer kept for the key, if there is one. */
  stored_body_hash: string | null;
  stored_status: number | null;
  stored_response: string | null;
  /** Whether the account that pays is suspended, whoever calls; null where there is none. */
  suspended: boolean | null;
  /** The account's balance and what the message would have cost it; null where there is no such account. */
  credits: string | null;
  price: string | null;
  /** The spend limit that it would pass, as the JSON of an `OverLimit`. */
  over_limit: string | null;
  /** Whether the account is a reseller's customer; null where it was charged. */
  of_reseller: boolean | null;
  /** The answer, where it was charged. */
  answer: string | null;
}

interface Variant {
  kind: Credential['kind'];
  /** The message waits for its time or its turn; a message to a few leaves at once without. */
  withJob: boolean;
  charge: SmsCharge;
  /** Each recipient has its own text; the many messages that are the same for all carry nothing of it. */
  personal: boolean;
}

/**
 * Everything a send does, in one round trip: who calls and whether they may, the key's stored answer,
 * the charge, the message, its recipients in the queue, the events and the answer kept for the key.
 */
const sendStatement = ({ kind, withJob, charge, personal }: Variant) =>
  prepared<SendParameters, SendRow>((p) => {
    const parts = personal ? template`g.parts` : template`${p.parts}::integer`;
    const now = template`${p.now}::timestamptz`;
    const sendAt = template`${p.sendAt}::timestamptz`;
    return template`
    with ${smsChargeSql(kind, p, charge)},
    message as (
      insert into sms_messages (id, user_id, sender_id, message, parts, status, cost, actual_cost,
        transaction_id, recipient_count, queued_count, sent_at, send_at, resend_of)
      select ${p.messageId}::uuid, id, ${p.senderId}, ${p.message}, ${p.parts}::integer,
        case when ${sendAt} is null then 'queued' else 'scheduled' end, price, price,
        ${p.transactionId}::uuid, ${p.recipientCount}::integer, ${p.recipientCount}::integer, ${now},
        ${sendAt}, ${p.resendOf}::uuid
      from charged
      returning *
    ),
    given as (
      ${personal ? givenEach(p) : given(p)}
      where exists (select from charged)
    ),
    queue as (
      insert into sms_recipients (id, message_id, number, status, cost, bulk, due_at${personal ? template`, text` : template``})
      select g.id, ${p.messageId}::uuid, g.number, 'queued', c.rate * ${parts}, ${p.bulk}::boolean,
        coalesce(${sendAt}, ${now})${personal ? template`, g.text` : template``}
      from charged c, given g
    ),
    shown as (
      select json_agg(${recipientJson(template`r`)} order by place) as recipients,
        json_agg(r.number order by place) as numbers
      from (
        select g.id, g.number, g.place, 'queued' as status, null as error,
          (c.rate * ${parts})::numeric(8, 4) as cost
        from charged c, given g where g.place <= ${p.shown}::integer
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
    ${withJob ? template`, job as materialized (${addJob(p)})` : template``}
    select allowed.id is not null as allowed,
      stored.body_hash as stored_body_hash, stored.status as stored_status,
      stored.response as stored_response, account.suspended, account.credits::text, account.price::text,
      account.over_limit, account.of_reseller, answer.text as answer
    from (select 1) one
    left join allowed on true
    left join stored on true
    left join answer on true
    ${withJob ? template`left join job on true` : template``}
    left join lateral (${uncharged(p, charge)}) account on answer.text is null`;
  });

type Given = { [Name in 'recipientIds' | 'numbers' | 'partsOfEach' | 'texts']: Placeholder };

const given = (p: Given) => template`
      select id::uuid, number, place
      from unnest(string_to_array(${p.recipientIds}, ','), string_to_array(${p.numbers}, ','))
        with ordinality as g (id, number, place)`;

/** With each recipient's own text. */
const givenEach = (p: Given) => template`
      select id::uuid, number, parts::integer, text, place
      from unnest(string_to_array(${p.recipientIds}, ','), string_to_array(${p.numbers}, ','),
          string_to_array(${p.partsOfEach}, ','), string_to_array(${p.texts}, ${separator}))
        with ordinality as g (id, number, parts, text, place)`;

const separator = template.raw(`chr(${TEXT_SEPARATOR.charCodeAt(0)})`);

/** Only where it was charged. */
const addJob = (p: { [Name in 'messageId' | 'bulk' | 'sendAt' | 'now']: Placeholder }) => template`
  select ${addSendJobSql({
    messageId: template`${p.messageId}::uuid`,
    bulk: template`${p.bulk}::boolean`,
    delay: template`coalesce(${p.sendAt}::timestamptz - ${p.now}::timestamptz, interval '0')`,
  })} from charged`;

/** The payer, the price and the limit in the way, for the words of a refusal. */
const uncharged = (p: Parameters<typeof smsChargeSql>[1], charge: SmsCharge) => template`
  select u.status = 'suspended' as suspended, u.credits, ${smsPriceSql(p, charge.payer)} as price, u.reseller_id is not null as of_reseller,
    ${overLimitSql(smsSpendSql(p, charge))} as over_limit
  from users u
  where u.id = ${p.owner}::uuid and exists (select from allowed)`;

const statementsFor = (charge: SmsCharge, personal: boolean) => ({
  atOnce: {
    session: sendStatement({ kind: 'session', withJob: false, charge, personal }),
    key: sendStatement({ kind: 'key', withJob: false, charge, personal }),
  },
  byJob: {
    session: sendStatement({ kind: 'session', withJob: true, charge, personal }),
    key: sendStatement({ kind: 'key', withJob: true, charge, personal }),
  },
});
const statementsOf = (payer: SmsPayer, personal: boolean) => ({
  one: statementsFor({ payer, manyCountries: false }, personal),
  many: statementsFor({ payer, manyCountries: true }, personal),
});
const statements = {
  same: { direct: statementsOf('direct', false), customer: statementsOf('customer', false) },
  personal: { direct: statementsOf('direct', true), customer: statementsOf('customer', true) },
};

/** The statement that a send takes; each is compiled and prepared when it is first needed. */
export const runSend = (
  kind: Credential['kind'],
  { bulk, sendAt, texts, codes }: Pick<SendParameters, 'bulk' | 'sendAt' | 'texts' | 'codes'>,
  payer: SmsPayer = 'direct',
) => {
  const countries = codes.includes(',') ? 'many' : 'one';
  const when = bulk || sendAt ? 'byJob' : 'atOnce';
  return statements[texts === null ? 'same' : 'personal'][payer][countries][when][kind];
};
