import { createHash } from 'node:crypto';
import type { SmppReport } from '../../../db/enums.ts';
import { bodyOf } from '../../carriers/adapters/smpp/body.ts';
import type { Pdu } from '../../carriers/adapters/smpp/library.ts';
import { readSmppMessage } from '../../carriers/adapters/smpp/incoming.ts';
import { decodeText, type RawText } from '../../carriers/alphabets.ts';
import { type IncomingSms, withPlusSign } from '../../carriers/incoming-sms.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** The submission of a customer's gateway, by whatever command. */
export interface Submission {
  /** The sender as it was given. */
  source: string;
  recipients: string[];
  text: string;
  raw: RawText;
  /** It is a part of a longer message; null: it is whole. */
  part: IncomingSms['part'];
  /** ISO 8601; null: at once. */
  sendAt: string | null;
  validityMinutes: number | undefined;
  /** Null: no report is wanted. */
  report: SmppReport | null;
  /** The same for submissions in the same words. */
  words: string;
}

/** Bits 0 and 1 of `registered_delivery`: SMPP 3.4, section 5.2.17, and 5.0, section 4.7.21. */
const REPORTS: readonly (SmppReport | null)[] = [null, 'all', 'failures', 'successes'];
const MOST_VALIDITY_MINUTES = 2880;

/** Reads `submit_sm`, `submit_multi` and `data_sm`. Distribution lists (`dl_name`) have no number, and so are refused as one. */
export function readSubmission(pdu: Pdu, now: Date): Submission {
  const { raw } = bodyOf(pdu);
  const recipients = (pdu.dest_address ?? [pdu]).map(({ destination_addr: to = '' }) => numberOf(to));
  const source = pdu.source_addr ?? '';
  const sendAt = pdu.schedule_delivery_time;
  const sendMs = sendAt ? Math.max(sendAt.getTime(), now.getTime()) : now.getTime();
  return {
    ...{ source, recipients, raw, text: decodeText(raw), part: readSmppMessage(pdu).part },
    sendAt: sendAt ? isoOf(sendAt) : null,
    validityMinutes: minutesOf(pdu, sendMs),
    report: REPORTS[(pdu.registered_delivery ?? 0) & 0x03] ?? null,
    words: createHash('sha256')
      .update(
        JSON.stringify([
          ...[pdu.command, source, recipients, raw.alphabet, raw.octets.toString('base64')],
          ...[pdu.esm_class, pdu.registered_delivery, sendAt && isoOf(sendAt)],
        ]),
      )
      .digest('base64url'),
  };
}

/** Gateways write a number with its country code, mostly without the plus sign. */
const numberOf = (address: string): string => (address.startsWith('00') ? address : withPlusSign(address));

/** A time that is none reads as an empty text, which every check refuses. */
const isoOf = (time: Date): string => (Number.isNaN(time.getTime()) ? '' : time.toISOString());

/** Longer than we try counts as unlimited, and so does no time at all. */
function minutesOf({ validity_period: until, qos_time_to_live: seconds }: Pdu, from: number) {
  const minutes = until ? (until.getTime() - from) / MINUTE_MS : seconds ? seconds / 60 : null;
  if (minutes === null || minutes > MOST_VALIDITY_MINUTES) return undefined;
  return Math.round(minutes);
}
