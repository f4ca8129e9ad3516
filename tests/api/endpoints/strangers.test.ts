import { codeOf, type TestActor, there } from '../../kit/index.ts';
import { atRest, changedTables, type Fingerprint, fingerprint } from './fingerprint.ts';
import { cookie, NAMED, sendAs, thingsIn } from './requests.ts';
import { type Ids, isForAdmins } from './row.ts';
import { makeOwner, startWorld } from './world.ts';

/**
 * A path names something below an account that really exists and belongs to somebody else: a caller who
 * reads, changes or removes it is told that it does not exist, and nothing has changed anywhere.
 */
let caller: TestActor;
let stranger: TestActor;
const world = await startWorld();

/** Those of somebody; what is only administrators' has no stranger. */
const below = NAMED.filter(
  ([, endpoint, row]) => thingsIn(endpoint).length > 0 && !isForAdmins(row) && row.may !== 'anybody',
);

/** One of the things is the stranger's and the others the caller's own, each in its turn; then all. */
const mixtures = (own: Ids, theirs: Ids): Ids[] => [
  ...Object.keys(theirs).map((name) => ({ ...own, [name]: theirs[name] ?? '' })),
  theirs,
];

describe.each(below)('%s', (_place, endpoint, row) => {
  let own: Ids;
  let theirs: Ids;
  let known: Fingerprint | null;
  beforeAll(async () => {
    known = null;
    caller = await makeOwner(world);
    stranger = await makeOwner(world);
    const make = there(row.of, `the row of ${endpoint.name} does not say what the path names`);
    own = await make(world, caller);
    theirs = await make(world, stranger);
    expect(Object.keys(theirs).toSorted()).toEqual(thingsIn(endpoint).toSorted());
  });

  /** Sends what the owner of these things would succeed with; nothing may change anywhere. */
  async function isRefused(as: TestActor, account: TestActor, ids: Ids): Promise<string> {
    const { json: body } = row;
    // To make a body may change something.
    if (typeof body === 'function') known = null;
    const json = typeof body === 'function' ? await body(world, caller, ids) : body;
    const before = known ?? (await atRest(world.app));
    const request = { as: cookie(as), owner: account, ids };
    const response = await sendAs(world, endpoint, { ...row, json }, request);
    known = await fingerprint(world.app);
    expect(changedTables(before, known)).toEqual([]);
    return codeOf(response);
  }

  test('finds nothing of a stranger’s, and changes nothing', async () => {
    for (const ids of mixtures(own, theirs)) {
      expect(await isRefused(caller, caller, ids)).toBe(row.strangers ?? 'not_found');
    }
  });

  if (!endpoint.path.includes('/:id')) return;

  test('is not reached by a stranger who names the right account', async () => {
    expect(await isRefused(caller, stranger, theirs)).toBe('forbidden');
  });

  test('is not reached by an administrator through another account', async () => {
    expect(await isRefused(world.admin, caller, theirs)).toBe('not_found');
  });
});
