import { allAtOnce } from '../../../src/platform/kit/all-at-once.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { reserveMinutes, settleMinutes } from '../../../src/money/allowances/trunk-minutes.ts';
import { appForFile, funded, type TestActor } from '../../kit/index.ts';
import { buyTrunk, trunkOf } from '../payments/orders.ts';

let person: TestActor;
const app = await appForFile({ background: false, soundBooks: true });
beforeEach(async () => {
  person = await funded(app, '5000.00');
});

const reserve = (callId: string, minutes: number) =>
  transact(app.deps, (tx) => reserveMinutes(tx, { userId: person.id, callId, wanted: minutes }));
const settleTogether = (calls: readonly string[], used: number) =>
  transact(app.deps, (tx) => allAtOnce(calls.map((callId) => settleMinutes(tx, { userId: person.id, callId, used }))));
const settle = async (callId: string, used: number) => (await settleTogether([callId], used))[0];
const newCall = () => crypto.randomUUID();

async function minutesOf(id: string) {
  const { minutesUsed, minutesLeft } = await trunkOf(person, id);
  return { minutesUsed, minutesLeft };
}

describe('a package’s minutes', () => {
  test('are set aside for a call, and come back as far as it did not use them', async () => {
    const { id } = await buyTrunk(person);
    const call = newCall();
    expect(await reserve(call, 60)).toBe(60);
    expect(await minutesOf(id)).toEqual({ minutesUsed: 60, minutesLeft: 1940 });
    expect(await settle(call, 3)).toBe(3);
    expect(await minutesOf(id)).toEqual({ minutesUsed: 3, minutesLeft: 1997 });
    expect(await settle(call, 3)).toBe(0);
    expect(await minutesOf(id)).toEqual({ minutesUsed: 3, minutesLeft: 1997 });
  });

  test('are given to the last one and no further', async () => {
    const { id } = await buyTrunk(person);
    const [long, call] = [newCall(), newCall()];
    await reserve(long, 1990);
    expect(await reserve(call, 60)).toBe(10);
    expect(await reserve(newCall(), 60)).toBe(0);
    expect(await settle(call, 15)).toBe(10);
    expect(await minutesOf(id)).toEqual({ minutesUsed: 2000, minutesLeft: 0 });
    await settle(long, 1990);
  });

  test('go together for several packages, the first to end first', async () => {
    const basic = await buyTrunk(person);
    const professional = await buyTrunk(person, 'professional');
    const call = newCall();
    expect(await reserve(call, 2500)).toBe(2500);
    expect(await settle(call, 2100)).toBe(2100);
    expect(await minutesOf(basic.id)).toEqual({ minutesUsed: 2000, minutesLeft: 0 });
    expect(await minutesOf(professional.id)).toEqual({ minutesUsed: 100, minutesLeft: 7900 });
  });

  test('are never shared by calls at once', async () => {
    const { id } = await buyTrunk(person);
    const calls = Array.from({ length: 50 }, newCall);
    const given = await Promise.all(calls.map((call) => reserve(call, 60)));
    expect(given.reduce((sum, minutes) => sum + minutes, 0)).toBe(2000);
    const covered = await Promise.all([settleTogether(calls.slice(0, 25), 7), settleTogether(calls.slice(25), 7)]);
    expect(covered.flat()).toEqual(given.map((minutes) => Math.min(minutes, 7)));
    expect(await minutesOf(id)).toEqual({ minutesUsed: 34 * 7, minutesLeft: 2000 - 34 * 7 });
  });

  test('are all there again on the package’s day, in its short months too, and do not roll over', async () => {
    app.clock.moveTo('2027-01-31T12:00:00Z');
    const { id, minutesResetAt } = await buyTrunk(person);
    expect(minutesResetAt.slice(0, 16)).toBe('2027-02-28T12:00');
    const first = newCall();
    await reserve(first, 500);
    await settle(first, 500);
    app.clock.moveTo('2027-02-28T11:59:00Z');
    expect(await minutesOf(id)).toEqual({ minutesUsed: 500, minutesLeft: 1500 });
    const overnight = newCall();
    await reserve(overnight, 60);
    app.clock.moveTo('2027-02-28T12:01:00Z');
    expect(await minutesOf(id)).toEqual({ minutesUsed: 0, minutesLeft: 2000 });
    const next = newCall();
    await reserve(next, 10);
    // Minutes set aside last month go back to last month.
    expect(await settle(overnight, 5)).toBe(5);
    expect(await minutesOf(id)).toEqual({ minutesUsed: 10, minutesLeft: 1990 });
    await settle(next, 10);
    expect((await trunkOf(person, id)).minutesResetAt.slice(0, 16)).toBe('2027-03-31T12:00');
  });

  test('do not exist for an unpaid or expired package', async () => {
    expect(await reserve(newCall(), 10)).toBe(0);
    await buyTrunk(person);
    app.clock.advance(366 * 86_400_000);
    expect(await reserve(newCall(), 10)).toBe(0);
  });
});
