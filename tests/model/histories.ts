import * as fc from 'fast-check';
import { type Operation, WHO } from './model.ts';
import { type Disturbance, DISTURBANCES } from './system.ts';

/** The most steps of a history. */
const LONGEST = 80;

/** The next step: some operations at once, perhaps disturbed, or a chore. */
export interface AtOnce {
  at: 'once';
  operations: Operation[];
  /** What happens, and so many milliseconds after the operations were asked for. */
  disturbance: { what: Disturbance; afterMs: number } | null;
}
export type Chore = 'delivery' | 'calls' | 'payout' | 'raise';
export type Step = AtOnce | { at: Chore };

const amount = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 100, max: 20_000 }));
const payment = fc.integer({ min: 10_000, max: 30_000 });
const of = fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(20) });
const who = fc.constantFrom(...WHO);
const record = fc.record;
const one = <Do extends Operation['do']>(...names: Do[]) => fc.constantFrom(...names);
const likely = (weight: number, arbitrary: fc.Arbitrary<Operation>) => ({ weight, arbitrary });

const operation: fc.Arbitrary<Operation> = fc.oneof(
  likely(2, record({ do: one('top up'), who: fc.constantFrom('direct', 'reseller'), amount: payment })),
  likely(3, record({ do: one('verify', 'verify', 'verify', 'reject'), of })),
  likely(3, record({ do: one('reverse'), of })),
  likely(2, record({ do: one('adjust'), who, amount: fc.oneof(amount, payment) })),
  likely(1, record({ do: one('adjust'), who, amount: amount.map((pence) => -pence) })),
  likely(
    5,
    record({
      do: one('send'),
      who,
      good: fc.integer({ min: 1, max: 5 }),
      bad: fc.integer({ min: 0, max: 3 }),
      scheduled: fc.boolean(),
    }),
  ),
  likely(3, record({ do: one('cancel'), of })),
  likely(1, record({ do: one('report'), of, delivered: fc.boolean() })),
  likely(4, record({ do: one('call'), who })),
  likely(1, record({ do: one('hang up'), of })),
  likely(3, record({ do: one('call ends'), of, seconds: fc.oneof(fc.nat(200), fc.nat(4000)) })),
  likely(1, record({ do: one('buy'), who })),
  likely(1, record({ do: one('renew'), of })),
  likely(1, record({ do: one('limit'), who, limit: fc.option(fc.nat(1000), { nil: null }) })),
  likely(1, record({ do: one('price'), sms: fc.integer({ min: 3, max: 9 }) })),
  likely(3, record({ do: one('transfer'), back: fc.boolean(), amount })),
  likely(2, record({ do: one('order', 'pay', 'cancel order') })),
  likely(1, record({ do: one('suspend', 'activate', 'activate') })),
);

/** Cut connections are quickly there again; a server or a database takes a second to start. */
const disturbance = fc.oneof(
  { weight: 388, arbitrary: fc.constant(null) },
  { weight: 8, arbitrary: record({ what: fc.constant(DISTURBANCES[0]), afterMs: fc.nat(10) }) },
  { weight: 4, arbitrary: record({ what: fc.constantFrom(...DISTURBANCES.slice(1)), afterMs: fc.nat(20) }) },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: record({
      at: fc.constant('once' as const),
      operations: fc.array(operation, { minLength: 1, maxLength: 2 }),
      disturbance,
    }),
  },
  { weight: 1, arbitrary: record({ at: fc.constant('delivery' as const) }) },
  { weight: 2, arbitrary: record({ at: fc.constant('calls' as const) }) },
  { weight: 1, arbitrary: record({ at: fc.constantFrom('payout' as const, 'raise' as const) }) },
);

export const histories = fc.array(step, { minLength: 1, maxLength: LONGEST, size: 'max' });
