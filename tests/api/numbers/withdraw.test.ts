import { beforeEach, expect, mock, test } from 'bun:test';
import { eraseClosed } from '../../../src/accounts/closing/erase-closed.ts';
import { type NumberPapers, type PapersNews, PapersRefused } from '../../../src/carriers/number-papers.ts';
import { followPapers } from '../../../src/services/numbers/papers/follow-papers.ts';
import { withdrawPapers } from '../../../src/services/numbers/papers/withdraw-papers.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { balanceOf, makeAdmin, type TestActor } from '../../kit/actors.ts';
import { appForFile, eventually, quickSandboxes, type TestApp, changed } from '../../kit/index.ts';
import { handedIn, handInByHand, handInCompany, heldNorwegian, startByHand, stateOf } from './hand-in.ts';
import { buyer } from './numbers.ts';

/** It changes the sandbox's answer to us. */
let between: Partial<NumberPapers> = {};
const adapter = changed(quickSandboxes()[0], (carrier) => {
  const real = carrier.papers;
  const handIn = real?.handIn?.bind(real);
  const news = real?.news?.bind(real);
  const withdraw = real?.withdraw?.bind(real);
  if (!real || !handIn || !news || !withdraw) throw new Error('the simulated carrier takes papers');
  const papers: NumberPapers = {
    look: (scope) => real.look(scope),
    handIn: (given, notes) => (between.handIn ?? handIn)(given, notes),
    news: (id) => (between.news ?? news)(id),
    withdraw: (made) => (between.withdraw ?? withdraw)(made),
  };
  Object.assign(carrier, { papers });
});

let person: TestActor;
const app = await appForFile({ background: false, adapters: [adapter] });
const admin = await makeAdmin(app);
beforeEach(async () => {
  between = {};
  person = await buyer(app);
});

async function erase({ deps, clock }: TestApp, owner: TestActor): Promise<void> {
  const json = { email: owner.email, givesUp: await balanceOf(owner) };
  expect((await owner.withCookie('/api/auth/closing', { json })).status).toBe(200);
  clock.advance(8 * DAY_MS);
  await eraseClosed(deps);
}
const atCarrier = async (owner: TestActor) =>
  (await app.deps.sql`select 1 from sandbox_papers where owner = ${owner.id}`).length;
const waiting = async (owner: TestActor) =>
  (await app.deps.sql`select 1 from papers_withdrawals where owner = ${owner.id}`).length;
const lettersOf = async ({ deps }: TestApp, boss: TestActor, about: TestActor) =>
  (
    await deps.sql<{ data: { carrier: string; countryCode: string; ids: string[] } }[]>`
      select data from mails where kind = 'papers_to_delete' and user_id = ${boss.id}
        and data ->> 'account' = ${about.id}`
  ).map(({ data: { carrier, countryCode, ids } }) => ({ carrier, countryCode, ids }));

test('we delete at the carrier what was handed in once the account is erased', async () => {
  const { id } = await handedIn(person);
  await eventually('it is there', async () => (await stateOf(app, id)) === 'in-review');
  await erase(app, person);
  expect([await stateOf(app, id), await atCarrier(person), await waiting(person)]).toEqual([undefined, 1, 1]);
  await withdrawPapers(app.deps);
  expect([await atCarrier(person), await waiting(person)]).toEqual([0, 0]);
  expect(await lettersOf(app, admin, person)).toEqual([]);
});

test('a carrier that does not delete is asked again, and in the end an administrator is', async () => {
  const { id } = await handedIn(person);
  await eventually('it is there', async () => (await stateOf(app, id)) === 'in-review');
  await erase(app, person);
  let asked = 0;
  between.withdraw = () => {
    asked++;
    return Promise.reject(new Error('HTTP 400: 21648'));
  };
  await Promise.all([withdrawPapers(app.deps), withdrawPapers(app.deps)]);
  expect(asked).toBe(1);
  app.clock.advance(59_000);
  await withdrawPapers(app.deps);
  expect(asked).toBe(1);
  app.clock.advance(1000);
  await withdrawPapers(app.deps);
  expect(asked).toBe(2);
  for (let day = asked; day < 59; day++) {
    app.clock.advance(DAY_MS);
    await withdrawPapers(app.deps);
  }
  expect(await lettersOf(app, admin, person)).toEqual([]);
  app.clock.advance(DAY_MS);
  await withdrawPapers(app.deps);
  const letter = { carrier: 'sandbox', countryCode: 'NO', ids: [`${id}-1`] };
  expect(await lettersOf(app, admin, person)).toEqual([letter]);
  expect([asked, await waiting(person)]).toEqual([60, 0]);
});

test('we delete what a refusal leaves behind, and keep what was corrected', async () => {
  const withdrawn: Record<string, string>[] = [];
  let round = 0;
  between = {
    handIn: async (_given, notes) => {
      round++;
      await notes.once('address', async () => `AD of ${round}`);
      const bundle = await notes.once('bundle', async () => `BU of ${round}`);
      if (round === 1) throw new PapersRefused('The excerpt is missing');
      return bundle;
    },
    withdraw: async (made) => void withdrawn.push({ ...made }),
  };
  const { id, number } = await handedIn(person);
  await eventually('it is rejected', async () => (await stateOf(app, id)) === 'rejected');
  expect((await handInCompany(person, number)).status).toBe(200);
  await eventually('it is there', async () => (await stateOf(app, id)) === 'in-review');
  await withdrawPapers(app.deps);
  expect(withdrawn).toEqual([{ address: 'AD of 1', bundle: 'BU of 1' }]);
  await erase(app, person);
  await withdrawPapers(app.deps);
  expect(withdrawn.slice(1)).toEqual([{ address: 'AD of 2', bundle: 'BU of 2' }]);
});

test('an answer about papers that were replaced meanwhile changes nothing of the new ones', async () => {
  const { id, number } = await handedIn(person);
  await eventually('it is there', async () => (await stateOf(app, id)) === 'in-review');
  const late = Promise.withResolvers<PapersNews>();
  const news = mock(() => late.promise);
  between = { news };
  app.clock.advance(60_000);
  const slow = followPapers(app.deps);
  await eventually('it is asked', async () => news.mock.calls.length === 1);
  // Its claim has ended: another process hears that they are rejected, and they are handed in again.
  between = { news: async () => ({ state: 'rejected', reason: 'Not readable' }) };
  app.clock.advance(60_000);
  await followPapers(app.deps);
  expect(await stateOf(app, id)).toBe('rejected');
  between = {};
  expect((await handInCompany(person, number)).status).toBe(200);
  await eventually('it is there', async () => (await stateOf(app, id)) === 'in-review');
  late.resolve({ state: 'approved', reason: null });
  await slow;
  expect(await stateOf(app, id)).toBe('in-review');
});

test('a step whose answer was lost is named to administrators', async () => {
  between.handIn = async (_given, notes) => {
    await notes.once('address', async () => 'AD 1');
    return notes.once('bundle', () => Promise.reject(new PapersRefused('no')));
  };
  const { id } = await handedIn(person);
  await eventually('it is rejected', async () => (await stateOf(app, id)) === 'rejected');
  expect(await lettersOf(app, admin, person)).toEqual([{ carrier: 'sandbox', countryCode: 'NO', ids: ['bundle'] }]);
  await withdrawPapers(app.deps);
  expect(await waiting(person)).toBe(0);
});

test('administrators delete by hand what was handed in by hand, and are told so', async () => {
  const other = await startByHand();
  try {
    const [owner, boss] = [await buyer(other), await makeAdmin(other)];
    const number = await heldNorwegian(owner);
    expect((await handInByHand(owner, number)).status).toBe(200);
    await erase(other, owner);
    expect(await lettersOf(other, boss, owner)).toEqual([{ carrier: 'vonage', countryCode: 'NO', ids: [] }]);
  } finally {
    await other.stop();
  }
});
