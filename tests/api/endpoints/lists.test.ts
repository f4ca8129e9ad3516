import { call, credit, makeCustomer, type TestActor } from '../../kit/index.ts';
import { order, passToEnd } from '../voice/calls.ts';
import { cookie, type Endpoint, NAMED, pathOf, thingsIn } from './requests.ts';
import { CALLS_IN } from './caller-things.ts';
import { EVERYTHING } from './things.ts';
import { makeOwner, startWorld } from './world.ts';

/** A stranger's things change nothing that somebody reads of their own. */
const before = new Map<string, string>();
const after = new Map<string, string>();

const own = NAMED.filter(
  ([, endpoint, { may }]) =>
    endpoint.method === 'GET' &&
    thingsIn(endpoint).length === 0 &&
    (may.startsWith('the owner') || may === 'a browser' || may === 'the signed in') &&
    // The stream has tests of its own, and goes on without end; the carriers are everybody's, and a number
    // that a stranger has is not free; the file of all that is held on somebody names when it was made before.
    !['streamEvents', 'getProviderHealth', 'exportStatementPdf', 'listAvailableNumbers', 'exportAccount'].includes(
      endpoint.name,
    ),
);

/** Moments that go on with the clock, of the month or of the day, are left out. */
const withoutTimes = (text: string) => text.replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"');

async function read(endpoint: Endpoint, query = ''): Promise<string> {
  const path = pathOf(endpoint, { id: reader.id }) + (query ? `?${query}` : '');
  const response = await call(world.app, path, {}, cookie(reader));
  expect(response.status).toBe(200);
  return withoutTimes(await response.text());
}

/** One of everything that an account can have, and a margin from a customer's call. */
async function giveEverything(stranger: TestActor): Promise<void> {
  for (const make of [...EVERYTHING, ...CALLS_IN]) await make(world, stranger);
  const customer = await makeCustomer(world.app, stranger);
  await credit(world.app, customer, '50.00');
  await order(customer);
  await passToEnd(world.app);
}

const world = await startWorld();
const reader = await makeOwner(world);
const stranger = await makeOwner(world);
for (const [place, endpoint, { query }] of own) before.set(place, await read(endpoint, query));
await giveEverything(stranger);
for (const [place, endpoint, { query }] of own) after.set(place, await read(endpoint, query));
const [margin] = await world.app.deps.sql`select 1 from margins where reseller_id = ${stranger.id}`;
expect(margin).toBeDefined();

describe.each(own)('%s', (place) => {
  test('shows nothing of a stranger’s', () => {
    expect(after.get(place)).toBe(before.get(place) ?? 'an answer');
  });
});
