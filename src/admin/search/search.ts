import { sql as template, type SQL } from 'drizzle-orm';
import type { Actor } from '../../callers/audit.ts';
import type { Deps } from '../../services/deps.ts';
import { toE164 } from '../../shared/phone-number.ts';
import { contains, SEARCHED } from '../list-users.ts';
import { hashCondition, ID } from '../list-payments.ts';
import type { Found } from './contract.ts';

/** So many of each kind: a palette is no list. */
const EACH = 5;

interface Row extends Omit<Found, 'at'> {
  [column: string]: unknown;
  at: number;
}

/**
 * Finds what a text may mean. Each kind is found by an index of its own, and is not asked for where the text cannot be
 * one of it; so the time does not grow with the messages that are stored.
 */
export async function searchEverything(
  { db }: Pick<Deps, 'db'>,
  { duty }: Pick<Actor, 'duty'>,
  q: string,
): Promise<Found[]> {
  // Finance sees payments, and no people.
  const isOfMoney = duty === 'finance';
  const number = toE164(q) ?? toE164(`+${q.replace(/[\s()-]/g, '')}`);
  const parts = isOfMoney ? payments(q) : number ? ofNumber(number) : [...accounts(q), ...payments(q), ...byId(q)];
  const found = await Promise.all(parts.map((part) => db.execute<Row>(part)));
  return found.flat().map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }));
}

const row = (of: { kind: Found['kind']; title: SQL; detail: SQL; at: SQL; id: SQL }): SQL => template`
  select ${of.kind} as kind, ${of.id} as id, u.id as "userId", u.email, ${of.title} as title, ${of.detail} as detail,
    (extract(epoch from ${of.at}) * 1000)::float8 as at`;

function accounts(q: string): SQL[] {
  const pattern = template`lower(${contains(q)}::text)`;
  const account = row({
    ...{ kind: 'user', id: template`u.id`, title: template`u.full_name` },
    ...{ detail: template`u.company`, at: template`u.created_at` },
  });
  // Two looks by two indexes; an account that both find is one row.
  return [
    template`${account} from (
      (select u.id from users u where ${SEARCHED} like ${pattern} order by u.id desc limit ${EACH})
      union (select id from users where company is not null and lower(company) like ${pattern}
        order by id desc limit ${EACH})) f join users u on u.id = f.id
    order by u.id desc limit ${EACH}`,
  ];
}

/** Payments by their hash, and every transaction by its id. */
function payments(q: string): SQL[] {
  const hash = hashCondition(q);
  if (!hash && !ID.test(q)) return [];
  const payment = row({
    ...{ kind: 'payment', id: template`t.id`, title: template`t.amount::text` },
    ...{ detail: template`t.status`, at: template`t.created_at` },
  });
  const wanted = hash ? template`t.cryptocurrency is not null and ${hash}` : template`t.id = ${q}::uuid`;
  return [template`${payment} from transactions t join users u on u.id = t.user_id where ${wanted} limit ${EACH}`];
}

/** What a customer names by its id, as the API gives it: a message, a call or a number. */
function byId(q: string): SQL[] {
  if (!ID.test(q)) return [];
  const found = (kind: 'message' | 'call' | 'number', title: SQL, at: SQL) =>
    row({ kind, id: template`m.id`, title, detail: template`m.status`, at });
  const first = template`(select r.number from sms_recipients r where r.message_id = m.id order by r.id limit 1)`;
  return [
    template`${found('message', template`coalesce(${first}, m.sender_id)`, template`m.sent_at`)}
      from sms_messages m join users u on u.id = m.user_id where m.id = ${q}::uuid`,
    template`${found('call', template`m.caller_id || ' → ' || m.destination`, template`m.called_at`)}
      from voice_calls m join users u on u.id = m.user_id where m.id = ${q}::uuid`,
    template`${found('number', template`m.number`, template`m.expires_at`)}
      from did_numbers m join users u on u.id = m.user_id where m.id = ${q}::uuid`,
  ];
}

/** A number as somebody's own, and the newest messages and calls to and from it. */
function ofNumber(number: string): SQL[] {
  const own = { kind: 'number', id: template`n.id`, title: template`n.number` } as const;
  const messages = { kind: 'message', id: template`m.id`, title: template`r.number` } as const;
  const calls = {
    kind: 'call',
    id: template`c.id`,
    title: template`coalesce(c.caller_id, '') || ' → ' || c.destination`,
  } as const;
  const wrote = {
    kind: 'conversation',
    id: template`w.id`,
    title: template`w.other_number || ' → ' || w.own_number`,
  } as const;
  const newest = (column: SQL) => template`
    (select * from voice_calls c where ${column} = ${number} order by c.id desc limit ${EACH})`;
  return [
    template`${row({ ...own, detail: template`n.status`, at: template`n.expires_at` })}
      from did_numbers n join users u on u.id = n.user_id where n.number = ${number}`,
    template`${row({ ...messages, detail: template`r.status`, at: template`m.sent_at` })}
      from (select * from sms_recipients where number = ${number} order by message_id desc limit ${EACH}) r
      join sms_messages m on m.id = r.message_id join users u on u.id = m.user_id order by m.id desc`,
    template`${row({ ...calls, detail: template`c.status`, at: template`c.called_at` })}
      from (${newest(template`c.destination`)} union ${newest(template`c.caller_id`)}) c
      join users u on u.id = c.user_id order by c.id desc limit ${EACH}`,
    template`${row({ ...wrote, detail: template`w.name`, at: template`w.last_at` })}
      from (select * from conversations where other_number = ${number} order by last_at desc limit ${EACH}) w
      join users u on u.id = w.user_id order by w.last_at desc`,
  ];
}
