import { expect, test } from 'bun:test';
import { transact } from '../../../src/platform/events/transact.ts';
import { countTraffic, failingTraffic, mayHandCall } from '../../../src/carriers/traffic.ts';
import { appForFile } from '../../kit/file-app.ts';

const app = await appForFile({ background: false });

let made = 0;
/** A carrier that nothing has been handed yet. */
async function newCarrier(): Promise<string> {
  const name = `carrier-${++made}`;
  await app.deps.sql`
    insert into provider_gates (name, allowance, refilled_at) values (${name}, 1, clock_timestamp())`;
  return name;
}

let failed = 0;
const accounts = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];

/** Counts sends in this order; `x` is one that failed, at one customer after the other unless told otherwise. */
interface At {
  accounts: number;
  numbers: number;
  unanswered?: boolean;
}

const sends = (
  carrier: string,
  outcomes: string,
  { accounts: ofAccounts, numbers, unanswered = false }: At = { accounts: 2, numbers: 2 },
) =>
  transact(app.deps, (tx) =>
    countTraffic(
      tx,
      Array.from(outcomes, (outcome) => {
        if (outcome !== 'x') return { carrier, failure: null };
        failed += 1;
        const account = accounts[failed % ofAccounts] ?? '';
        const destination = `+44770090000${failed % numbers}`;
        return { carrier, failure: { account, destination, unanswered } };
      }),
    ),
  );

test('three of ten that fail are too many, fewer are not, and of few sends nothing is said', async () => {
  const carrier = await newCarrier();
  await sends(carrier, 'xxxxx');
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  await sends(carrier, '.'.repeat(14));
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  await sends(carrier, 'x');
  expect(await failingTraffic(app.deps, carrier)).toBe('6 of 20 sends failed within half a minute');
  await sends(carrier, '.');
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
});

test('fifteen in a row are too many, whatever went well before; one that goes well ends the row', async () => {
  const carrier = await newCarrier();
  await sends(carrier, `${'.'.repeat(100)}${'x'.repeat(14)}`);
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  await sends(carrier, 'x');
  expect(await failingTraffic(app.deps, carrier)).toBe('the last 15 sends failed');
  await sends(carrier, '.');
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
});

test('failures of more than half a minute ago no longer count', async () => {
  const [mixed, silent] = [await newCarrier(), await newCarrier()];
  await sends(mixed, 'x.'.repeat(20));
  await sends(silent, 'x'.repeat(15));
  expect(await failingTraffic(app.deps, mixed)).not.toBeNull();
  expect(await failingTraffic(app.deps, silent)).not.toBeNull();
  app.clock.advance(15_000);
  expect(await failingTraffic(app.deps, mixed)).not.toBeNull();
  app.clock.advance(26_000);
  expect(await failingTraffic(app.deps, mixed)).toBeNull();
  expect(await failingTraffic(app.deps, silent)).toBeNull();
});

test('refusals to one customer only, or at one number only, say nothing about the carrier', async () => {
  for (const at of [
    { accounts: 1, numbers: 2 },
    { accounts: 2, numbers: 1 },
  ]) {
    const carrier = await newCarrier();
    await sends(carrier, 'x'.repeat(40), at);
    expect(await failingTraffic(app.deps, carrier)).toBeNull();
    await sends(carrier, 'xx');
    expect(await failingTraffic(app.deps, carrier)).toBe('the last 42 sends failed');
  }
});

test('no answer for five different numbers in a row is enough, whoever sends', async () => {
  const carrier = await newCarrier();
  const at = { accounts: 1, numbers: 10, unanswered: true };
  await sends(carrier, 'xxxx', at);
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  expect(await mayHandCall(app.deps, carrier)).toBe(true);
  await sends(carrier, 'x', at);
  expect(await failingTraffic(app.deps, carrier)).toBe('the last 5 sends failed');
  // From now on it gets one in ten seconds, until it answers again.
  const may = async () => [await mayHandCall(app.deps, carrier), await mayHandCall(app.deps, carrier)];
  expect(await may()).toEqual([true, false]);
  app.clock.advance(9999);
  expect(await may()).toEqual([false, false]);
  app.clock.advance(1);
  expect(await may()).toEqual([true, false]);
  await sends(carrier, '.');
  expect(await may()).toEqual([true, true]);
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  await sends(carrier, 'xxxx', at);
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
});

test('no answer for four numbers, however often, says nothing about the carrier', async () => {
  const carrier = await newCarrier();
  await sends(carrier, 'x'.repeat(40), { accounts: 1, numbers: 4, unanswered: true });
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  expect(await mayHandCall(app.deps, carrier)).toBe(true);
});

test('a carrier that failed so half an hour ago gets one first, and one failure says that it still fails', async () => {
  const carrier = await newCarrier();
  const at = { accounts: 1, numbers: 10, unanswered: true };
  await sends(carrier, 'xxxxx', at);
  app.clock.advance(1_800_000);
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  expect([await mayHandCall(app.deps, carrier), await mayHandCall(app.deps, carrier)]).toEqual([true, false]);
  await sends(carrier, 'x', at);
  expect(await failingTraffic(app.deps, carrier)).toBe('the last 6 sends failed');
});
