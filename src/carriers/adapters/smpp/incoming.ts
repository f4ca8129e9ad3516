import { createHash } from 'node:crypto';
import type { Pdu } from 'smpp';
import { decodeText } from '../../alphabets.ts';
import { type IncomingSms, withPlusSign } from '../../incoming-sms.ts';
import { bodyOf } from './body.ts';

/** Information elements of a user data header (3GPP TS 23.040, 9.2.3.24): parts with an 8- and a 16-bit reference. */
const CONCATENATED_8 = 0x00;
const CONCATENATED_16 = 0x08;

/** Reads a message from a telephone. SMPP 3.4 gives it no id of its own. */
export function readSmppMessage(pdu: Pdu): IncomingSms {
  const { source_addr: from = '', destination_addr: to = '' } = pdu;
  const { raw, elements } = bodyOf(pdu);
  const part = partOf(elements) ?? partOfParameters(pdu);
  return {
    carrierMessageId: null,
    from: withPlusSign(from),
    to: withPlusSign(to),
    text: decodeText(raw),
    part: part && { ...part, raw },
  };
}

function partOf(elements: readonly Buffer[]): IncomingSms['part'] {
  for (const element of elements) {
    const [kind, length] = element;
    if (kind === CONCATENATED_8 && length === 3 && element.length >= 5) {
      return soundPart(`8:${element[2]}`, element[4], element[3]);
    }
    if (kind === CONCATENATED_16 && length === 4 && element.length >= 6) {
      return soundPart(`16:${element.readUInt16BE(2)}`, element[5], element[4]);
    }
  }
  return null;
}

/** The other way of SMPP: section 5.3.2.22 and the two after it. */
const partOfParameters = ({
  sar_msg_ref_num: reference,
  sar_segment_seqnum: number,
  sar_total_segments: count = 0,
}: Pdu): IncomingSms['part'] =>
  reference !== undefined && count > 1 ? soundPart(`sar:${reference}`, number, count) : null;

const soundPart = (reference: string, number = 0, count = 0): IncomingSms['part'] =>
  number >= 1 && number <= count ? { reference, number, count } : null;

/** The same for messages in the same words, from one telephone to one number. */
export const wordsOf = ({ from, to, text, part }: IncomingSms): string =>
  createHash('sha256')
    .update(
      JSON.stringify([from, to, part?.raw?.octets.toString('base64') ?? text, part && [part.reference, part.number]]),
    )
    .digest('base64url');
