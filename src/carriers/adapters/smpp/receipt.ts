import type { Pdu } from 'smpp';
import type { Receipt, ReceiptOutcome } from '../../port.ts';
import type { SmppSettings } from './credential.ts';
import { customerWords, type Fault } from '../faults.ts';
import { MAP_ERRORS } from './reasons.ts';

/** Bits of `esm_class` that say what kind of message came in, and their values for a report. */
const MESSAGE_TYPE = 0x3c;
const REPORT_TYPES = new Set([0x04, 0x20]);

/** `message_state` of the specification, section 5.2.28, and how a report's text writes it. */
const STATES: readonly { state: number; text: string; outcome: ReceiptOutcome; fault?: Fault }[] = [
  { state: 1, text: 'ENROUTE', outcome: 'sent' },
  { state: 2, text: 'DELIVRD', outcome: 'delivered' },
  { state: 3, text: 'EXPIRED', outcome: 'undelivered', fault: 'expired' },
  { state: 4, text: 'DELETED', outcome: 'undelivered', fault: 'undelivered' },
  { state: 5, text: 'UNDELIV', outcome: 'undelivered', fault: 'undelivered' },
  { state: 6, text: 'ACCEPTD', outcome: 'sent' },
  // The gateway does not know: that says nothing about the message.
  { state: 7, text: 'UNKNOWN', outcome: 'sent' },
  { state: 8, text: 'REJECTD', outcome: 'refused', fault: 'other' },
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
  const [, code = ''] = /\berr:(\w+)/i.exec(text) ?? [];
  if (/^0*$/.test(code)) return {};
  return { code, ...faultOf(/^\d{1,3}$/.test(code) ? MAP_ERRORS[Number(code)] : undefined) };
}

const faultOf = (fault: Fault | undefined) => (fault ? { fault } : {});

/**
 * Reads a report: the optional parameters if the gateway sends them, otherwise the text that SMPP 3.4
 * suggests in appendix B.
 * @returns null for a message from a telephone, and for a report that names no message or no state
 */
export function readReceipt(pdu: Pdu, receiptIds: SmppSettings['receiptIds']): Receipt | null {
  if (!REPORT_TYPES.has((pdu.esm_class ?? 0) & MESSAGE_TYPE)) return null;
  const text = String(pdu.short_message?.message ?? pdu.message_payload?.message ?? '');
  const id = pdu.receipted_message_id ?? /\bid:(\S+)/i.exec(text)?.[1];
  const [, word = ''] = /\bstat:(\w+)/i.exec(text) ?? [];
  const state = STATES.find((known) =>
    pdu.message_state === undefined ? known.text === word.toUpperCase() : known.state === pdu.message_state,
  );
  if (!id || !state) return null;
  const { code, fault } = reasonOf(pdu, text);
  return {
    carrierMessageId: receiptIds === 'decimal' ? hexadecimal(id) : id,
    outcome: state.outcome,
    customerWords: state.fault ? customerWords(fault ?? state.fault) : null,
    code: state.fault ? code : undefined,
  };
}

/** An id from the answer to a send, in the form in which receipts are matched. */
export const submittedId = (id: string, receiptIds: SmppSettings['receiptIds']): string =>
  receiptIds === 'decimal' ? plainHexadecimal(id) : id;

const hexadecimal = (decimal: string): string =>
  /^\d+$/.test(decimal) ? BigInt(decimal).toString(16) : decimal;
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
  return [...new Set(padded.flatMap((digits) => [digits, digits.toUpperCase()]))].filter(
    (form) => form !== id,
  );
}
