import type { Sql } from 'postgres';
import { z } from 'zod';
import { Problem } from '../../../platform/kit/errors.ts';
import type { IncomingSms } from '../../incoming-sms.ts';
import type { CarrierCallback, CarrierHost, SignedNews } from '../../port.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';
import { checkSandboxSignature, signatureHeaders } from './signature.ts';

const messageBody = z.object({ id: z.uuid(), from: z.string(), to: z.string(), text: z.string() });
type Message = z.infer<typeof messageBody>;

/** Reads a message that a simulated carrier delivers. @throws bad_signature, malformed_request */
export function readSandboxMessage(
  host: CarrierHost,
  carrier: string,
  callback: CarrierCallback,
): SignedNews<IncomingSms> {
  const seal = checkSandboxSignature(host, carrier, callback);
  const message = messageBody.safeParse(parseJson(callback.body));
  if (!message.success) throw new Problem('malformed_request', 'This is no message');
  const { id, from, to, text } = message.data;
  return { news: [{ carrierMessageId: id, from, to, text, part: null }], seal };
}

/** A message as the simulated carrier posts it: the body, and its signature. */
export function signMessage(
  host: Pick<CarrierHost, 'config' | 'clock'>,
  carrier: string,
  message: Message,
): { body: string; headers: Headers } {
  const body = JSON.stringify(message);
  return { body, headers: signatureHeaders(host, carrier, body) };
}

/**
 * Hands due messages to `deliver` and forgets each only after that: a message may come twice, as with a real
 * carrier, but none is lost.
 */
export async function deliverIncoming(
  sql: Sql,
  now: Date,
  deliver: (carrier: string, message: Message) => Promise<void>,
): Promise<void> {
  await sql.begin(async (tx) => {
    const due = await tx<(Message & { carrier: string })[]>`
      select id, carrier, from_number as "from", to_number as "to", text from sandbox_incoming
      where due_at <= ${now.toISOString()}::timestamptz
      order by due_at limit 200 for update skip locked`;
    for (const { carrier, ...message } of due) await deliver(carrier, message);
    if (due.length > 0) await tx`delete from sandbox_incoming where id in ${tx(due.map(({ id }) => id))}`;
  });
}
