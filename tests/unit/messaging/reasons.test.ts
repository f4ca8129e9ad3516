import { FAULTS as TELNYX } from '../../../src/carriers/adapters/telnyx/reasons.ts';
import { FAULTS as TWILIO } from '../../../src/carriers/adapters/twilio/reasons.ts';
import * as smpp from '../../../src/carriers/adapters/smpp/reasons.ts';
import * as vonage from '../../../src/carriers/adapters/vonage/reasons.ts';
import { REPORT_FAULTS as PLIVO } from '../../../src/carriers/adapters/plivo/reasons.ts';
import { customerWords, type Fault } from '../../../src/carriers/adapters/faults.ts';
import { type Reason, REASON_NAMES, reasonOf, REASONS } from '../../../src/shared/reasons.ts';

test('each reason is known by its words, and by no other', () => {
  expect(REASON_NAMES.map((reason) => reasonOf(REASONS[reason]))).toEqual([...REASON_NAMES]);
  expect(reasonOf('Something else')).toBeUndefined();
});

test.each([
  ['twilio', [TWILIO]],
  ['telnyx', [TELNYX]],
  ['vonage', [vonage.SEND_FAULTS, vonage.REPORT_FAULTS]],
  ['smpp', [smpp.FAULTS, smpp.MAP_ERRORS]],
  ['plivo', [PLIVO]],
])('every code of %s leads to a reason of the list', (_carrier, tables) => {
  const faults = tables.flatMap((table) => Object.values(table));
  expect(faults.length).toBeGreaterThan(10);
  for (const fault of faults) expect(reasonOf(customerWords(fault))).toBeDefined();
});

/** Codes by what customers can do about them, from the carriers' published lists and 3GPP TS 29.002. */
test.each<[Reason, (Fault | undefined)[]]>([
  ['invalid_number', [TWILIO[21211], TWILIO[30005], TELNYX[40310], vonage.SEND_FAULTS[33]]],
  ['invalid_number', [vonage.REPORT_FAULTS[3], smpp.FAULTS[0x0b], smpp.MAP_ERRORS[1], PLIVO[50]]],
  ['handset_unreachable', [TWILIO[30003], TELNYX[40006], vonage.REPORT_FAULTS[2], smpp.MAP_ERRORS[27]]],
  ['blocked', [TWILIO[30004], vonage.REPORT_FAULTS[4], smpp.MAP_ERRORS[9], smpp.MAP_ERRORS[13]]],
  ['spam', [TWILIO[30007], TELNYX[40002], TELNYX[40003]]],
  ['sender_refused', [TWILIO[21606], TELNYX[40305], vonage.SEND_FAULTS[15], smpp.FAULTS[0x0a], PLIVO[40]]],
  ['opted_out', [TWILIO[21610], TELNYX[40300], vonage.REPORT_FAULTS[9]]],
  ['expired', [TWILIO[30036], TELNYX[40005], PLIVO[420]]],
  ['no_route', [TWILIO[21408], TELNYX[40309], vonage.SEND_FAULTS[29], PLIVO[60]]],
  // Our credit or our account there: customers read no more than that it was not taken.
  ['not_taken', [TWILIO[30002], TELNYX[20100], vonage.SEND_FAULTS[9], smpp.FAULTS[0x0e], PLIVO[900]]],
])('%s is told apart from other reasons with each carrier that says it', (reason, faults) => {
  expect(faults.map((fault) => fault && reasonOf(customerWords(fault)))).toEqual(faults.map(() => reason));
});
