import type { Pdu } from 'smpp';
import { alphabetOf, type RawText } from '../../alphabets.ts';

const USER_DATA_HEADER = 0x40;

/** The content of a PDU: its text, and the elements of the header before it. */
export interface Body {
  raw: RawText;
  elements: readonly Buffer[];
}

export function bodyOf({ short_message, message_payload, esm_class = 0, data_coding }: Pdu): Body {
  const content = octetsOf(short_message).length > 0 ? octetsOf(short_message) : octetsOf(message_payload);
  const headerEnd = esm_class & USER_DATA_HEADER ? 1 + (content[0] ?? 0) : 0;
  const elements = elementsOf(content.subarray(1, headerEnd));
  const alphabet = alphabetOf(data_coding ?? 0, elements);
  return { raw: { octets: content.subarray(headerEnd), alphabet }, elements };
}

const octetsOf = (content: Pdu['short_message']): Buffer => (Buffer.isBuffer(content) ? content : Buffer.alloc(0));

/** Each element with its kind and its length in front. */
function elementsOf(header: Buffer): Buffer[] {
  const elements: Buffer[] = [];
  for (let start = 0; start + 1 < header.length;) {
    const end = start + 2 + (header[start + 1] ?? 0);
    elements.push(header.subarray(start, end));
    start = end;
  }
  return elements;
}
