import type { Pdu } from 'smpp';
import type { Receipt, ReceiptOutcome } from '../../port.ts';
import { decodeText } from '../../alphabets.ts';
import { bodyOf } from './body.ts';
import type { SmppSettings } from './credential.ts';
import { customerWords, type Fault } from '../faults.ts';
import { MAP_ERRORS } from './reasons.ts';

/** Bits of `esm_class` that say what kind of message came in; zero is one from a telephone, or nothing is said. */
const MESSAGE_TYPE = 0x3c;

/**
 * How a report says what became of a message: `message_state` of SMPP 3.4, section 5.2.28 (0 and 9: SMPP 5.0, section
 * 4.7.15), and the words of its text, which gateways write in more ways than appendix B does.
 */
const STATES: readonly { state: number; words: readonly string[]; outcome: ReceiptOutcome; fault?: Fault }[] = [
  { state: 0, words: ['SCHEDULED', 'SCHEDLD', 'QUEUED', 'BUFFERED', 'BUFFRED'], outcome: 'sent' },
  { state: 1, words: ['ENROUTE', 'SENT', 'SUBMITTED', 'SUBMITD'], outcome: 'sent' },
  { state: 2, words: ['DELIVRD', 'DELIVERED', 'DELIVERD'], outcome: 'delivered' },
  { state: 3, words: ['EXPIRED'], outcome: 'undelivered', fault: 'expired' },
  { state: 4, words: ['DELETED'], outcome: 'undelivered', fault: 'undelivered' },
  {
    state: 5,
    words: ['UNDELIV', 'UNDELIVERABLE', 'UNDELIVERED', 'UNDELIVRD', 'FAILED'],
    outcome: 'undelivered',
    fault: 'undelivered',
  },
  { state: 6, words: ['ACCEPTD', 'ACCEPTED'], outcome: 'sent' },
  // The gateway does not know: that says nothing about the message.
  { state: 7, words: ['UNKNOWN'], outcome: 'sent' },
  { state: 8, words: ['REJECTD', 'REJECTED'], outcome: 'refused', fault: 'other' },
  { state: 9, words: ['SKIPPED'], outcome: 'undelivered', fault: 'undelivered' },
];

/** The kind of network in `network_error_code`, section 5.3.2.31. */
const GSM = 3;

/** Why a message was not delivered, as the network says it: its code, and the meaning of that code. */
function reasonOf({ network_error_code: network }: Pdu, text: string): { code?: string; fault?: Fault } {
  if (network?.length === 3) {
    const [kind = 0] = network;
    const number = network.readUInt16BE(1);
    return { code: `${kind}:${number}`, ...faultOf(kind === GSM ? MAP_ERRORS[number] : undefined) };
  }
  const [, code = ''] = /\berr\s*:\s*(\w+)/i.exec(text) ?? [];
  if (/^0*$/.test(code)) return {};
  return { code, ...faultOf(/^\d{1,3}$/.test(code) ? MAP_ERRORS[Number(code)] : undefined) };
}

const faultOf = (fault: Fault | undefined) => (fault ? { fault } : {});

/** A message or a report that came in. */
export type Delivered =
  | { kind: 'message' }
  | { kind: 'report'; receipt: Receipt }
  /** A report that names no message or no state, or something else that is not understood; for administrators. */
  | { kind: 'unread'; text: string };

/**
 * Reads what a gateway delivers: a report by the optional parameters if the gateway sends them, otherwise by the text that
 * SMPP 3.4 suggests in appendix B.
 */
export function readDelivery(pdu: Pdu, receiptIds: SmppSettings['receiptIds']): Delivered {
  const text = decodeText(bodyOf(pdu).raw);
  const type = (pdu.esm_class ?? 0) & MESSAGE_TYPE;
  const { receipted_message_id: named, message_state: said } = pdu;
  if (type === 0 && !named && said === undefined && !isWholeReport(text)) return { kind: 'message' };
  const id = named?.trim() || /\bid\s*:\s*(\S+)/i.exec(text)?.[1];
  const [, word = ''] = /\bstat\s*:\s*(\w+)/i.exec(text) ?? [];
  const state =
    STATES.find((known) => known.state === said) ?? STATES.find(({ words }) => words.includes(word.toUpperCase()));
  if (!id || !state) {
    const parameters = Object.entries({
      ...(type !== 0 && type !== REPORT && { esm_class: type }),
      ...{ receipted_message_id: named, message_state: said },
    }).flatMap(([name, value]) => (value === undefined ? [] : `${name} ${value}`));
    const unread = [parameters.join(', '), text].filter(Boolean).join(': ');
    return { kind: 'unread', text: unread };
  }
  const { code, fault } = reasonOf(pdu, text);
  const receipt = {
    carrierMessageId: receiptIds === 'decimal' ? hexadecimal(id) : id,
    outcome: state.outcome,
    customerWords: state.fault ? customerWords(fault ?? state.fault) : null,
    code: state.fault ? code : undefined,
  };
  return { kind: 'report', receipt };
}

const REPORT = 0x04;

/** Tells whether a text says what only a report does: people do not write so much of it. */
const isWholeReport = (text: string): boolean =>
  /^\s*id\s*:\s*\S+\s.*\bstat\s*:\s*\w/i.test(text) && /\b(?:dlvrd|(?:submit|done) date)\s*:/i.test(text);

/** An id from the answer to a send, in the form in which receipts are matched. */
export const submittedId = (id: string, receiptIds: SmppSettings['receiptIds']): string =>
  receiptIds === 'decimal' ? plainHexadecimal(id) : id;

const hexadecimal = (decimal: string): string => (/^\d+$/.test(decimal) ? BigInt(decimal).toString(16) : decimal);
const plainHexadecimal = (id: string): string => id.toLowerCase().replace(/^0+(?=.)/, '');

/** The longest id of the specification, section 5.2.23, without its final NUL. */
const LONGEST_ID = 64;
const LONGEST_PADDED = 20;

/**
 * The other spellings of a number that is an id: hexadecimal or decimal, in capitals, with leading zeros.
 * Some gateways spell it differently in the answer to a send and in the report.
 */
export function otherForms(id: string): string[] {
  if (id.length > LONGEST_ID || !/^[\da-f]+$/i.test(id)) return [];
  const plain = plainHexadecimal(id);
  const numbers = [plain, BigInt(`0x${plain}`).toString(10)];
  if (/^\d+$/.test(plain)) numbers.push(BigInt(plain).toString(16));
  const padded = numbers.flatMap((digits) =>
    Array.from({ length: Math.max(1, LONGEST_PADDED - digits.length + 1) }, (_, zeros) =>
      digits.padStart(digits.length + zeros, '0'),
    ),
  );
  return [...new Set(padded.flatMap((digits) => [digits, digits.toUpperCase()]))].filter((form) => form !== id);
}
