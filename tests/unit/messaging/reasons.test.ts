import { expect, test } from 'bun:test';
import { FAULTS as TELNYX } from '../../../src/carriers/adapters/telnyx/reasons.ts';
import { FAULTS as TWILIO } from '../../../src/carriers/adapters/twilio/reasons.ts';
import * as smpp from '../../../src/carriers/adapters/smpp/reasons.ts';
import * as vonage from '../../../src/carriers/adapters/vonage/reasons.ts';
import { REPORT_FAULTS as PLIVO } from '../../../src/carriers/adapters/plivo/reasons.ts';
import { customerWords } from '../../../src/carriers/adapters/faults.ts';
import { REASON_NAMES, reasonOf, REASONS } from '../../../src/carriers/reasons.ts';

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

test('spam filters, numbers and senders are told apart', () => {
  const of = (fault: (typeof TWILIO)[string] | undefined) => fault && reasonOf(customerWords(fault));
  expect([TWILIO[30007], TWILIO[30005], TWILIO[21606], TELNYX['40002']].map(of)).toEqual([
    'spam',
    'invalid_number',
    'sender_refused',
    'spam',
  ]);
});
