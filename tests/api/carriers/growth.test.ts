import { expect, test } from 'bun:test';
import { takeTurns } from '../../../src/carriers/sender-gates.ts';
import { claimRecipients } from '../../../src/services/messaging/delivery/claim.ts';
import { appForFile } from '../../kit/file-app.ts';

/* A carrier or a sender that was slowed down gets a fiftieth of the carrier's rate back in each second. */

const PER_SECOND = 200;

const app = await appForFile({ background: false });

/** @returns the rate after so many seconds of a carrier that was slowed to one in a second; null: its own again */
async function carrierAfter(seconds: number): Promise<number | null> {
  const name = `carrier-${seconds}`;
  await app.deps.sql`
    insert into provider_gates (name, allowance, refilled_at, rate)
    values (${name}, 0, clock_timestamp() - ${seconds} * interval '1 second', 1)`;
  const carrier = { name, limits: { concurrency: 5, perSecond: PER_SECOND } };
  await claimRecipients(app.deps, { lane: 'few', carrier, earlier: [], limit: 5 });
  const [row] = await app.deps.sql<{ rate: number | null }[]>`
    select rate from provider_gates where name = ${name}`;
  return row?.rate ?? null;
}

/** The same of a sender. */
async function senderAfter(seconds: number): Promise<number | null> {
  const gate = { carrier: 'carrier', sender: `sender ${seconds}` };
  await app.deps.sql`
    insert into sender_gates (name, sender, rate, allowance, refilled_at, slowed_at, paused_until)
    values (${gate.carrier}, ${gate.sender}, 1, 0, clock_timestamp() - ${seconds} * interval '1 second',
      clock_timestamp(), clock_timestamp())`;
  await app.deps.sql.begin((tx) =>
    takeTurns(tx, { carrier: gate.carrier, perSecond: PER_SECOND }, [gate.sender]),
  );
  const [row] = await app.deps.sql<{ rate: number }[]>`
    select rate from sender_gates where sender = ${gate.sender}`;
  return row?.rate ?? null;
}

test.each([
  ['a carrier', carrierAfter],
  ['a sender', senderAfter],
])('%s that was slowed down gets its rate back with time', async (_whose, after) => {
  // What the statements themselves take comes on top.
  expect(await after(10)).toBeWithin(1 + 10 * 0.02 * PER_SECOND, PER_SECOND);
  expect(await after(3600), 'in the end its own').toBeNull();
});
