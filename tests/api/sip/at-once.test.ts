import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { openAtOnce, readFor } from '../../../src/services/sip/open-at-once.ts';
import { callsOf, makeTrunk, makeTrunkWithout, SIP_SETTINGS } from '../../sip/trunk.ts';
import { appForFile, balanceOf } from '../../kit/index.ts';
import { orderOf } from './order-of.ts';

const app = await appForFile({ background: false, env: SIP_SETTINGS, soundBooks: true });

/** @param times how often it happens: behind each of so many statements */
function withBetween(times: number, happens: () => Promise<unknown>): typeof app.deps {
  let left = times;
  const unsafe = (...given: Parameters<typeof app.deps.sql.unsafe>) => ({
    execute: async () => {
      const rows = await app.deps.sql.unsafe(...given);
      if (left-- > 0) await happens();
      return rows;
    },
  });
  const sql = new Proxy(app.deps.sql, {
    get: (target, name, receiver) => (name === 'unsafe' ? unsafe : Reflect.get(target, name, receiver)),
  });
  return { ...app.deps, sql };
}

test('two statements take an ordinary call: with minutes, and with credit', async () => {
  const [minutes, credit] = [await makeTrunk(app), await makeTrunkWithout(app, 1000)];
  let sent = 0;
  const sql = new Proxy(app.deps.sql, {
    get: (of, name) => {
      sent += Number(name === 'unsafe' || name === 'begin');
      return Reflect.get(of, name) as unknown;
    },
  });
  const before = await balanceOf(minutes.person);
  for (const trunk of [minutes, credit]) {
    sent = 0;
    const call = await openAtOnce({ ...app.deps, sql }, orderOf(trunk));
    expect(sent).toBe(2);
    expect(await callsOf(trunk.person)).toMatchObject([
      { id: call?.id, status: 'dialing', maxMinutes: 3, destination: '+447911123456' },
    ]);
  }
  expect(await balanceOf(minutes.person)).toBe(before);
  expect(await balanceOf(credit.person)).toBe('9.70');
});

test('an account that changes in any way between them is read again, and then left to the transaction', async () => {
  const trunk = await makeTrunkWithout(app, 1000);
  const changed = async () =>
    app.deps.db.update(users).set({ fullName: 'Another' }).where(eq(users.id, trunk.person.id));
  expect(await openAtOnce(withBetween(3, changed), orderOf(trunk))).toBeNull();
  expect(await callsOf(trunk.person)).toEqual([]);
  expect(await balanceOf(trunk.person)).toBe('10.00');
  const limited = async () => app.deps.sql`update users set daily_limit = 0.15 where id = ${trunk.person.id}`;
  expect((await openAtOnce(withBetween(1, limited), orderOf(trunk)))?.maxMinutes).toBe(1);
  expect(await balanceOf(trunk.person)).toBe('9.90');
});

test('what was read early is used for the call that it is about, and for no other', async () => {
  const [poor, rich] = [await makeTrunkWithout(app, 0), await makeTrunkWithout(app, 1000)];
  const early = await readFor(app.deps, orderOf(rich));
  expect(await openAtOnce(app.deps, orderOf(poor), early)).toBeNull();
  const elsewhere = { ...orderOf(rich), destination: '+447911123457' };
  expect(await openAtOnce(app.deps, elsewhere, { ...early, row: undefined })).not.toBeNull();
  expect(await openAtOnce(app.deps, orderOf(rich), { ...early, row: undefined })).toBeNull();
});
