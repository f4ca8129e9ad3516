import { type Fault, refused } from '../../../src/carriers/adapters/faults.ts';
import { FAULTS } from '../../../src/carriers/adapters/twilio/reasons.ts';
import type { Refusal } from '../../../src/carriers/port.ts';
import { keysOf } from '../../kit/keys.ts';

/** Each refusal's blame on the carrier: unwell by its own failures, our credentials and our credit there alone. */
const BLAME: Record<Fault, Refusal['blame']> = {
  account: 'carrier',
  unreachable: 'carrier',
  carrier_fault: 'carrier',
  throttled: 'throttled',
  sender_throttled: 'throttled',
  invalid_number: undefined,
  opted_out: undefined,
  blocked: undefined,
  spam: undefined,
  content_refused: undefined,
  too_long: undefined,
  sender_refused: undefined,
  us_unregistered: undefined,
  toll_free_unverified: undefined,
  no_route: undefined,
  other: undefined,
  handset_unreachable: undefined,
  expired: undefined,
  undelivered: undefined,
};

test.each(keysOf(BLAME).map((fault) => [fault, BLAME[fault]] as const))(
  'a refusal for %p says of the carrier: %p',
  (fault, blame) => {
    expect(refused('1', fault).blame).toBe(blame);
  },
);

test('a sender that is not ours and a region that is not open go by another carrier, and blame nobody', () => {
  for (const code of ['21606', '21408']) {
    const fault = FAULTS[code];
    if (!fault) throw new Error(`Twilio's ${code} has no meaning`);
    const { retry, blame } = refused(code, fault);
    expect([code, retry, blame]).toEqual([code, 'other-carrier', undefined]);
  }
});
