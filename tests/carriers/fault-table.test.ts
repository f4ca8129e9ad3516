import { TIMEOUTS } from '../../src/carriers/adapters/http-carrier.ts';
import { CALL_FAULTS, FAULTS } from './fault-table/carriers.ts';
import { playCalls } from './fault-table/play-calls.ts';
import { type Pace, play, type Played } from './fault-table/play.ts';

/*
 * Carriers on a bad day: nothing is taken twice and nothing is lost. The check plays three of the faults;
 * `bun run faults:carriers` plays all of them, and prints the table of docs/carrier-faults.md.
 */

/** All of them, or one by its name. */
const asked = process.env.CARRIER_FAULTS;
/** None of those in the check waits for a timeout, so they may be long: a busy machine must not look like a fault. */
const QUICK = { timeouts: TIMEOUTS, faultMs: 45_000, everyMs: 20 };
const REAL = { timeouts: TIMEOUTS, faultMs: 40_000, everyMs: 100 };
const IN_THE_CHECK = new Set(['http refused', 'http cut after taking', 'http 500', 'one: http 500', 'calls: 500']);

interface Case {
  name: string;
  run(pace: Omit<Pace, 'customers'>): Promise<Played>;
}

/** Two customers send, one sends, and one calls. */
const cases: Case[] = [
  ...Object.entries(FAULTS).flatMap(([fault, carriers]) =>
    Object.entries(carriers).flatMap(([over, open]): Case[] => [
      { name: `${over} ${fault}`, run: (pace) => play(open, { ...pace, customers: 2 }) },
      { name: `one: ${over} ${fault}`, run: (pace) => play(open, { ...pace, customers: 1 }) },
    ]),
  ),
  ...Object.entries(CALL_FAULTS).map(([fault, given]): Case => ({
    name: `calls: ${fault}`,
    run: (pace) => playCalls(given, { ...pace, customers: 1 }),
  })),
].filter(({ name }) => (asked ? asked === 'all' || asked === name : IN_THE_CHECK.has(name)));

const seconds = (value: number | null) => (value === null ? '-' : value.toFixed(1));
const line = (name: string, { sent, takenTwice, lost, takenOver, unknown, back }: Played): string =>
  `| ${name} | ${sent} | ${takenTwice} | ${lost} | ${seconds(takenOver)} | ${unknown} | ${seconds(back)} |`;

describe('nothing is taken twice and nothing is lost', () => {
  if (asked) {
    test(
      'in all of them',
      async () => {
        const lines: string[] = [];
        const waiting = [...cases];
        const work = async () => {
          for (let next = waiting.shift(); next; next = waiting.shift()) {
            const played = await next.run(REAL);
            lines.push(line(next.name, played));
            expect([next.name, played.takenTwice, played.lost]).toEqual([next.name, 0, 0]);
          }
        };
        try {
          await Promise.all(Array.from({ length: 4 }, work));
        } finally {
          console.log(lines.toSorted().join('\n'));
        }
      },
      20 * 60_000,
    );
  } else {
    test.each(cases.map(({ name, run }) => [name, run] as const))(
      '%s',
      async (name, run) => {
        const { takenTwice, lost, takenOver, unknown, back } = await run(QUICK);
        expect([takenTwice, lost]).toEqual([0, 0]);
        expect(takenOver, 'another carrier took over').not.toBeNull();
        expect(unknown, 'what left until then').toBeLessThan(30);
        if (name.startsWith('calls')) return;
        expect(back, 'and it came back when it was well for five minutes').toBeGreaterThan(299);
      },
      120_000,
    );
  }
});
