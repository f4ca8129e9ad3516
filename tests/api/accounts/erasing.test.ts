import { DATA } from '../../../db/data-map.ts';
import { erasersOf } from '../../../src/accounts/closing/erase-closed.ts';
import { eraseAccount } from '../../../src/platform/erase-account.ts';
import { enableTotp } from '../../kit/second-factor.ts';
import { CALLS_IN } from '../endpoints/caller-things.ts';
import { everyRow } from '../endpoints/every-row.ts';
import { fillWithStrangers } from '../endpoints/fill.ts';
import { EVERYTHING } from '../endpoints/things.ts';
import { makeOwner, startWorld } from '../endpoints/world.ts';

/** Erasing a closed account, while somebody else has one of everything too, and strangers are in each table. */

/** Rows that nothing but the erasing could change. */
const world = await startWorld();
const staying = await makeOwner(world);
for (const make of EVERYTHING) await make(world, staying);
const before = await everyRow(world.app);
const owner = await makeOwner(world);
for (const make of [...EVERYTHING, ...CALLS_IN]) await make(world, owner);
await enableTotp(world.app, owner);
const leaving = owner.id;
await world.app.deps.sql`update did_numbers set name = 'Sales' where user_id = ${leaving}`;
const now = await everyRow(world.app);
await fillWithStrangers(world.app, 3);
const strangers = (await everyRow(world.app)).difference(now);
const ofOthers = before.intersection(now).union(strangers);

/** A customer alone cannot fill these. */
const SELDOM_THERE = new Set([
  ...['trunk_registrations', 'trunk_echoes', 'sip_credentials', 'trunk_rings', 'trunk_calls', 'incoming_calls'],
  'auto_replies',
  'test_messages',
  // It goes with the contacts.
  'contact_lists',
  ...['number_facts', 'sms_attempts', 'transactions of others', 'idempotency_keys', 'passkey_challenges'],
]);

test('in each table something goes, and nothing of anybody else', async () => {
  const untouched: string[] = [];
  for (const data of DATA.toReversed().filter(({ erase }) => erase && erase !== 'with parent')) {
    const earlier = await everyRow(world.app);
    await eraseAccount(world.app.deps, leaving, erasersOf(world.app.deps), [data]);
    const after = await everyRow(world.app);
    if (earlier.isSubsetOf(after)) untouched.push(data.parent?.match ? `${data.table} of others` : data.table);
    expect([...ofOthers.difference(after)], data.table).toEqual([]);
  }
  expect(untouched.filter((table) => !SELDOM_THERE.has(table))).toEqual([]);
});
