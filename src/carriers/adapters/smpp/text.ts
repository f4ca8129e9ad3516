import { createHash } from 'node:crypto';
import smpp from './library.ts';
import { countParts } from '../../../shared/parts.ts';

const GSM_7 = 0;
const UCS_2 = 8;

/** Octets of a single message, and of a part that carries a header of six octets. */
const ROOM = { [GSM_7]: { single: 160, part: 153 }, [UCS_2]: { single: 140, part: 134 } } as const;

const ESCAPE = 0x1b;

export interface EncodedText {
  dataCoding: number;
  octets: Buffer;
  /** `octets` in the form of single messages: one, or several that the telephone joins. */
  parts: Buffer[];
}

/** Encodes a text in the GSM alphabet, one septet in an octet; if the alphabet lacks a character, in UCS-2. */
export function encodeText(text: string): EncodedText {
  const dataCoding = countParts(text).encoding === 'GSM-7' ? GSM_7 : UCS_2;
  const octets = dataCoding === GSM_7 ? smpp.encodings.ASCII.encode(text) : Buffer.from(text, 'utf16le').swap16();
  const room = ROOM[dataCoding];
  if (octets.length <= room.single) return { dataCoding, octets, parts: [octets] };
  const parts: Buffer[] = [];
  for (let start = 0; start < octets.length;) {
    const end = partEnd(octets, start + room.part, dataCoding);
    parts.push(octets.subarray(start, end));
    start = end;
  }
  return { dataCoding, octets, parts };
}

/** The latest end of a part that splits no character: an escape stays with the character after it. */
function partEnd(octets: Buffer, end: number, dataCoding: number): number {
  if (end >= octets.length) return octets.length;
  if (dataCoding === GSM_7) return octets[end - 1] === ESCAPE ? end - 1 : end;
  const unit = octets.readUInt16BE(end - 2);
  const opensPair = unit >= 0xd800 && unit <= 0xdbff;
  return opensPair ? end - 2 : end;
}

/** The header by which a telephone joins parts. `reference` is the same for all parts of a message. */
export function concatenationHeader(reference: string, total: number, number: number): Buffer {
  const [tag = 0] = createHash('sha256').update(reference).digest();
  return Buffer.from([5, 0, 3, tag, total, number]);
}
