import { atRest, changedTables, type Fingerprint, fingerprint } from './fingerprint.ts';
import { callerOf, NAMED, onlyReads, sendAs } from './requests.ts';
import { makeOwner, startWorld } from './world.ts';

/** A call that only reads changes no row of any table, the audit log among them. */
const world = await startWorld();
/** Calls that need nothing are about one account. */
const reader = await makeOwner(world);
/** The state after a call, until something is made. */
let unchanged: Fingerprint | null = null;

describe.each(NAMED.filter(([, endpoint, row]) => onlyReads(endpoint, row)))('%s', (_place, endpoint, row) => {
  test('changes nothing', async () => {
    const owner = row.of ? await makeOwner(world) : reader;
    const ids = (await row.of?.(world, owner)) ?? {};
    const before = (row.of ? null : unchanged) ?? (await atRest(world.app));
    unchanged = null;
    const response = await sendAs(world, endpoint, row, { as: callerOf(world, row, owner), owner, ids });
    expect(response.status).toBe(row.answers ?? endpoint.status);
    await response.body?.cancel();
    unchanged = await fingerprint(world.app);
    expect(changedTables(before, unchanged)).toEqual([]);
  });
});
