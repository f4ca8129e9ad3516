import { eq, sql as template, type SQL } from 'drizzle-orm';
import { smppDeliveries, type SmppDelivery } from '../../../db/schema/index.ts';
import { concatenationHeader, encodeText } from '../../carriers/adapters/smpp/text.ts';
import { SECOND_MS } from '../../platform/kit/durations.ts';
import type { LookTimes } from '../../platform/schedule.ts';
import type { Deps } from '../deps.ts';

/** Longer than a gateway may take to answer, so that no other process delivers the same meanwhile. */
const CLAIM_MS = 60 * SECOND_MS;
/** A delivery that the gateway refused is offered again after this time. */
const AGAIN_MS = 30 * SECOND_MS;

/** Tells whether something is due for somebody who is bound. */
export const deliveriesWait = (p: LookTimes): SQL => template`exists (
  select from smpp_binds b where b.receives and exists (
    select from smpp_deliveries d where d.key_id = b.key_id and d.due_at <= ${p.now}::timestamptz))`;

export interface ClaimedDelivery extends Record<string, unknown> {
  id: string;
  body: SmppDelivery;
}

/** Takes what is due for a system id, in its order. Several processes may do this: each delivery is one's. */
export async function claimDeliveries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  keyId: string,
  most: number,
): Promise<ClaimedDelivery[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + CLAIM_MS).toISOString();
  const rows = await db.execute<ClaimedDelivery>(template`
    update smpp_deliveries d set due_at = ${until}::timestamptz from (
      select id from smpp_deliveries where key_id = ${keyId}::uuid and due_at <= ${now.toISOString()}::timestamptz
      order by due_at, id limit ${most} for update skip locked
    ) due where d.id = due.id
    returning d.id, d.body`);
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** The gateway has it: it is delivered once. */
export const forgetDelivery = async ({ db }: Pick<Deps, 'db'>, id: string): Promise<void> => {
  await db.delete(smppDeliveries).where(eq(smppDeliveries.id, id));
};

/** The gateway refused it, or never got it. @param wasRefused it waits a little; otherwise it is due at once */
export const giveBack = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  wasRefused: boolean,
): Promise<void> => {
  const dueAt = new Date(clock.now().getTime() + (wasRefused ? AGAIN_MS : 0));
  await db.update(smppDeliveries).set({ dueAt }).where(eq(smppDeliveries.id, id));
};

type Fields = Record<string, string | number | Buffer>;

const REPORT = 0x04;
/** `short_message` begins with a header by which parts are joined. */
const WITH_HEADER = 0x40;
/** The longest `short_message`; what is longer goes as `message_payload`. */
const MOST_OCTETS = 254;

/** The words and numbers of SMPP 3.4, appendix B and section 5.2.28. */
const STATES: Readonly<Record<string, { word: string; state: number }>> = {
  delivered: { word: 'DELIVRD', state: 2 },
  expired: { word: 'EXPIRED', state: 3 },
  cancelled: { word: 'DELETED', state: 4 },
  failed: { word: 'UNDELIV', state: 5 },
  opted_out: { word: 'REJECTD', state: 8 },
};

/**
 * The fields of each `deliver_sm`: one, but for a long text to a gateway before SMPP 3.4.
 * @param takesParameters a gateway of an older version is sent no optional parameters (SMPP 3.4, section 3.3)
 */
export function deliverFields(delivery: ClaimedDelivery, now: Date, takesParameters: boolean): Fields[] {
  const { id, body } = delivery;
  if (body.kind === 'message') {
    const ends = between(body.from, body.to);
    return contentsOf(body.text, id, takesParameters).map((content) => ({ ...ends, ...content }));
  }
  const { messageId, number, source, status, at } = body;
  const { word, state } = STATES[status] ?? { word: 'UNKNOWN', state: 7 };
  const delivered = status === 'delivered' ? '001' : '000';
  const text = [
    `id:${messageId} sub:001 dlvrd:${delivered}`,
    `submit date:${minuteOf(new Date(at))} done date:${minuteOf(now)}`,
    `stat:${word} err:${status === 'delivered' ? '000' : '001'} text:`,
  ].join(' ');
  return [
    {
      ...between(number, source),
      ...{ esm_class: REPORT, short_message: Buffer.from(text) },
      ...(takesParameters && { receipted_message_id: messageId, message_state: state }),
    },
  ];
}

/** YYMMDDhhmm in UTC. */
const minuteOf = (time: Date): string => time.toISOString().replace(/\D/g, '').slice(2, 12);

const between = (from: string, to: string) => ({
  ...{ source_addr_ton: kindOf(from), source_addr_npi: npiOf(from), source_addr: from.replace(/^\+/, '') },
  ...{ dest_addr_ton: kindOf(to), dest_addr_npi: npiOf(to), destination_addr: to.replace(/^\+/, '') },
});
const isNumber = (address: string) => /^\+?\d{7,15}$/.test(address);
const kindOf = (address: string) => (isNumber(address) ? 1 : /^\d+$/.test(address) ? 3 : 5);
const npiOf = (address: string) => (isNumber(address) ? 1 : 0);

function contentsOf(text: string, id: string, takesParameters: boolean): Fields[] {
  const { dataCoding, octets, parts } = encodeText(text);
  if (octets.length <= MOST_OCTETS) return [{ data_coding: dataCoding, short_message: octets }];
  if (takesParameters) return [{ data_coding: dataCoding, short_message: Buffer.alloc(0), message_payload: octets }];
  return parts.map((part, index) => ({
    ...{ data_coding: dataCoding, esm_class: WITH_HEADER },
    short_message: Buffer.concat([concatenationHeader(id, parts.length, index + 1), part]),
  }));
}
