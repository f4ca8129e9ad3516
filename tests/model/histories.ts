import * as fc from 'fast-check';
import { type Operation, WHO } from './model.ts';
import { type Disturbance, DISTURBANCES } from './system.ts';

/** So many histories at once: while one waits for its answer, another uses the processor. */
const MOST_HISTORIES = 32;
/** A chapter ends with a chore that concerns all histories. */
const CHAPTERS = { minLength: 10, maxLength: 14, size: 'max' } as const;
/** The most steps of a history in one chapter. */
const MOST_STEPS = 10;

/** One operation, or two at once. */
export type AtOnce = Operation[];
export type Chore = 'delivery' | 'calls' | 'payout' | 'raise';

/** The events for all histories amid a chapter, and at its end. */
export interface Course {
  /** It happens so many milliseconds after so many operations were asked for. */
  disturbance: { what: Disturbance; after: number; afterMs: number } | null;
  chore: Chore | null;
}

/** Histories that take place at the same time, each in so many chapters. */
export interface Histories {
  histories: AtOnce[][][];
  course: Course[];
}

const amount = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 100, max: 20_000 }));
const payment = fc.integer({ min: 10_000, max: 30_000 });
const of = fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(20) });
const who = fc.constantFrom(...WHO);
const seconds = fc.oneof(fc.nat(200), fc.nat(4000), fc.constantFrom(0, 1, 59, 60, 61, 3599, 3600, 3601));
const limit = fc.oneof(fc.nat(1000), fc.constantFrom(null, null, 0, 1));
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
  likely(3, record({ do: one('call ends'), of, seconds })),
  likely(1, record({ do: one('buy'), who })),
  likely(1, record({ do: one('renew'), of })),
  likely(1, record({ do: one('limit'), who, limit })),
  likely(1, record({ do: one('price'), sms: fc.integer({ min: 3, max: 9 }) })),
  likely(3, record({ do: one('transfer'), back: fc.boolean(), amount })),
  likely(2, record({ do: one('order', 'pay', 'cancel order') })),
  likely(1, record({ do: one('suspend', 'activate', 'activate') })),
);

/** Cut connections are quickly there again; a server or a database takes a second to start. */
const amid = { after: fc.integer({ min: 1, max: 40 }), afterMs: fc.nat(10) };
const disturbance = fc.oneof(
  { weight: 85, arbitrary: fc.constant(null) },
  { weight: 10, arbitrary: record({ what: fc.constant(DISTURBANCES[0]), ...amid }) },
  { weight: 5, arbitrary: record({ what: fc.constantFrom(...DISTURBANCES.slice(1)), ...amid }) },
);

const chore = fc.oneof(
  { weight: 1, arbitrary: fc.constant('delivery' as const) },
  { weight: 2, arbitrary: fc.constant('calls' as const) },
  { weight: 1, arbitrary: fc.constantFrom('payout' as const, 'raise' as const) },
);

const atOnce = fc.array(operation, { minLength: 1, maxLength: 2 });
const history = fc.array(fc.array(atOnce, { maxLength: MOST_STEPS, size: 'max' }), CHAPTERS);

/** Without a bias: that would make most of these lists short, and histories that begin together wait for chores. */
export const histories: fc.Arbitrary<Histories> = fc.noBias(
  record({
    histories: fc.array(history, { minLength: 1, maxLength: MOST_HISTORIES, size: 'max' }),
    course: fc.array(record({ disturbance, chore: fc.option(chore, { freq: 20 }) }), CHAPTERS),
  }),
);
