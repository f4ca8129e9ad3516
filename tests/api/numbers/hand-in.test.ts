import { z } from 'zod';
import { signatureHeaders } from '../../../src/carriers/adapters/sandbox/signature.ts';
import { type NumberPapers, PapersRefused } from '../../../src/carriers/number-papers.ts';
import { followPapers } from '../../../src/services/numbers/papers/follow-papers.ts';
import { expectProblem, problemOf, balanceOf, makeAdmin, type TestActor, there } from '../../kit/index.ts';
import { appForFile, eventually, openEvents, quickSandboxes, readAs, withId, changed } from '../../kit/index.ts';
import {
  companyPapers,
  handedIn,
  handInAs,
  handInByHand,
  handInCompany,
  heldNorwegian,
  NORWAY,
  papersOf,
  papersOfHold,
  startByHand,
  stateOf,
  uploaded,
} from './hand-in.ts';
import { buyAs, buyer } from './numbers.ts';

/** It changes the sandbox's answer to us; null: nothing does. */
let between: Partial<NumberPapers> | null = null;
const adapter = changed(quickSandboxes()[0], (carrier) => {
  const real = there(carrier.papers, 'the simulated carrier asks for papers');
  const papers: NumberPapers = {
    look: (scope) => (between?.look ?? real.look.bind(real))(scope),
    handIn: (given, notes) => (between?.handIn ?? real.handIn?.bind(real) ?? never)(given, notes),
    news: (id) => (between?.news ?? real.news?.bind(real) ?? never)(id),
    checkCallback: (callback) => real.checkCallback?.(callback),
  };
  Object.assign(carrier, { papers });
});
const never = () => Promise.reject(new Error('not there'));
let person: TestActor;
const app = await appForFile({ background: false, adapters: [adapter] });
const admin = await makeAdmin(app);
beforeEach(async () => {
  between = null;
  person = await buyer(app);
});

const DAY = 86_400_000;
const follow = () => followPapers(app.deps);
const becomes = (id: string, status: string) =>
  eventually(`papers are ${status}`, async () => (await stateOf(app, id)) === status);

test('a number is bought by papers that were accepted, and by none before; they serve the next number too', async () => {
  const number = await heldNorwegian(person);
  const before = await papersOfHold(person, number);
  expect(before).toMatchObject({ state: 'missing', papers: null });
  expect(before.asked.map(({ owner }) => owner)).toEqual(['business', 'individual']);
  await expectProblem(await buyAs(person, number, { country: NORWAY }), 'not_allowed_now');
  await using events = await openEvents(app, { authorization: `Bearer ${person.key}` });
  const { id } = await readAs(handInCompany(person, number), withId);
  expect((await events.next('papers-changed')).data).toMatchObject({ status: 'handing-in', countryCode: 'NO' });
  await becomes(id, 'in-review');
  expect(await papersOfHold(person, number)).toMatchObject({ state: 'in-review' });
  await expectProblem(await buyAs(person, number, { country: NORWAY }), 'not_allowed_now');
  expect(await balanceOf(person)).toBe('500.00');
  app.clock.advance(60_000);
  await follow();
  expect((await events.next('papers-changed')).data).toMatchObject({ status: 'approved', reason: null });
  expect((await buyAs(person, number, { country: NORWAY })).status).toBe(201);
  const next = await heldNorwegian(person);
  expect(await papersOfHold(person, next)).toMatchObject({ state: 'approved', papers: { id } });
  expect((await buyAs(person, next, { country: NORWAY })).status).toBe(201);
  const mails = await app.deps.sql`
    select 1 from mails where user_id = ${person.id} and kind = 'papers_decided'`;
  expect(mails).toHaveLength(1);
});

test('rejected ones say why, are corrected, and handed in again as others', async () => {
  const { id, number } = await handedIn(person, 'Refuse AS');
  await becomes(id, 'in-review');
  app.clock.advance(60_000);
  await follow();
  const rejected = await papersOfHold(person, number);
  expect(rejected).toMatchObject({
    state: 'rejected',
    papers: { status: 'rejected', reason: 'The name is not the one on the document.' },
  });
  expect(rejected.papers?.given?.details.business_name).toBe('Refuse AS');
  expect((await handInCompany(person, number)).status).toBe(200);
  await becomes(id, 'in-review');
  app.clock.advance(60_000);
  await follow();
  expect(await papersOf(person)).toMatchObject([{ id, status: 'approved', reason: null }]);
  await expectProblem(await handInCompany(person, number), 'not_allowed_now');
});

test('the refusal says field by field what is missing, and files must be one’s own', async () => {
  const number = await heldNorwegian(person);
  const whole = companyPapers(await uploaded(person));
  const empty = { ...whole, details: { business_name: 'Bakery' }, address: null, documents: [] };
  const problem = await problemOf(await handInAs(person, number, empty));
  expect(problem.errors?.map(({ path }) => path)).toEqual([
    ...['details.business_registration_number', 'address', 'documents.0', 'documents.1'],
  ]);
  const stranger = await buyer(app);
  for (const path of [await uploaded(stranger), `/api/objects/${Bun.randomUUIDv7()}`]) {
    await expectProblem(await handInAs(person, number, companyPapers(path)), 'validation_failed');
  }
  await expectProblem(await handInAs(stranger, number, companyPapers(await uploaded(stranger))), 'not_found');
  expect(await papersOf(person)).toEqual([]);
  const unasked = { ...whole, details: { ...whole.details, religion: 'none' } };
  expect((await handInAs(person, number, unasked)).status).toBe(200);
  const [kept] = await papersOf(person);
  expect(Object.keys(kept?.given?.details ?? {})).toEqual(['business_name', 'business_registration_number']);
});

test('simultaneous requests hand in once', async () => {
  const number = await heldNorwegian(person);
  const paths = await Promise.all([1, 2, 3].map(() => uploaded(person)));
  const answers = await Promise.all(paths.map((path) => handInAs(person, number, companyPapers(path))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await papersOf(person)).toHaveLength(1);
});

test('a hand-in that a crash interrupts goes on with what was made, and makes nothing twice', async () => {
  const made: string[] = [];
  const found: string[] = [];
  let crashes = true;
  between = {
    handIn: async (_given, notes) => {
      const make = (name: string) => async () => {
        made.push(name);
        if (name === 'bundle' && crashes) throw new Error('the answer was lost');
        return `id of ${name}`;
      };
      await notes.once('address', make('address'));
      return notes.once('bundle', make('bundle'), async () => {
        found.push('bundle');
        return 'BU of before';
      });
    },
    news: async () => ({ state: 'in-review', reason: null }),
  };
  const { id } = await handedIn(person);
  await eventually('it was tried', async () => made.includes('bundle'));
  await eventually('it waits', async () => {
    const [row] = await app.deps.sql`select 1 from number_papers where id = ${id} and claimed_until is null`;
    return row !== undefined;
  });
  crashes = false;
  app.clock.advance(DAY);
  await Promise.all([follow(), follow()]);
  expect(await stateOf(app, id)).toBe('in-review');
  expect({ made, found }).toEqual({ made: ['address', 'bundle'], found: ['bundle'] });
  const kept = await app.deps.sql`select carrier_papers_id as papers from number_papers where id = ${id}`;
  expect(kept[0]).toEqual({ papers: 'BU of before' });
});

test('a carrier that takes them not as they are rejects them; one that does not answer is asked again', async () => {
  let answers = 0;
  between = {
    handIn: async () => {
      if (++answers === 1) throw new Error('HTTP 503');
      throw new PapersRefused('The address is invalid');
    },
  };
  const { id } = await handedIn(person);
  await eventually('it was tried', async () => answers === 1);
  app.clock.advance(DAY);
  await eventually('it is rejected', async () => {
    await follow();
    return (await stateOf(app, id)) === 'rejected';
  });
  expect(await papersOf(person)).toMatchObject([{ reason: 'The address is invalid' }]);
});

test('news from the carrier are asked for at once, and only genuine ones', async () => {
  const { id } = await handedIn(person);
  await becomes(id, 'in-review');
  app.clock.advance(6000);
  const tell = (headers: Headers) =>
    app.fetch(`/api/callbacks/sandbox/papers?papers=${id}-1`, { method: 'POST', body: '{}', headers });
  await expectProblem(await tell(new Headers({ 'x-sandbox-signature': 'x' })), 'bad_signature');
  expect((await tell(signatureHeaders(app.deps, 'sandbox', '{}'))).status).toBe(204);
  await becomes(id, 'approved');
  expect((await tell(signatureHeaders(app.deps, 'sandbox', '{}'))).status).toBe(204);
});

test('accepted ones that the carrier takes back buy nothing more', async () => {
  const { id, number } = await handedIn(person);
  await becomes(id, 'in-review');
  app.clock.advance(60_000);
  await follow();
  between = { news: async () => ({ state: 'rejected', reason: 'It has expired.' }) };
  app.clock.advance(DAY);
  await follow();
  expect(await papersOf(person)).toMatchObject([{ id, status: 'rejected', reason: 'It has expired.' }]);
  between = { look: async () => ({ state: 'rejected', asked: [] }) };
  app.clock.advance(-DAY);
  await expectProblem(await buyAs(person, number, { country: NORWAY }), 'not_allowed_now');
});

test('administrators see all, what they look at is written down, and the carrier decides', async () => {
  const { id } = await handedIn(person);
  const all = await readAs(admin.as('/api/admin/number-papers'), withId.array());
  const entry = all.find((each) => each.id === id);
  expect(entry).toMatchObject({ id, user: { id: person.id }, byHand: false });
  expect(JSON.stringify(entry)).not.toContain('Bakery AS');
  const opened = await admin.as(`/api/admin/number-papers/${id}/views`, { method: 'POST' });
  const { given } = await readAs(
    opened,
    z.object({ given: z.looseObject({ documents: z.looseObject({ objectPath: z.string().nullable() }).array() }) }),
  );
  expect((await admin.as(given.documents[0]?.objectPath ?? '')).status).toBe(200);
  const rows = await app.deps.sql<{ action: string }[]>`
    select action from audit_log where actor_id = ${admin.id} and subject_user_id = ${person.id} order by id`;
  expect(rows.map(({ action }) => action)).toEqual(['number_papers.viewed', 'number_papers.file_viewed']);
  const json = { status: 'approved' };
  await expectProblem(await admin.as(`/api/admin/number-papers/${id}`, { method: 'PUT', json }), 'not_allowed_now');
});

test('where a carrier takes none by its API, an administrator says what came of them', async () => {
  const other = await startByHand();
  try {
    const [owner, boss] = [await buyer(other), await makeAdmin(other)];
    const number = await heldNorwegian(owner);
    const { id } = await readAs(handInByHand(owner, number), withId);
    expect(await papersOfHold(owner, number)).toMatchObject({ state: 'in-review', papers: { byHand: true } });
    const decide = (json: object) => boss.as(`/api/admin/number-papers/${id}`, { method: 'PUT', json });
    expect((await decide({ status: 'approved' })).status).toBe(200);
    await expectProblem(await decide({ status: 'approved' }), 'not_allowed_now');
    expect((await buyAs(owner, number, { country: NORWAY })).status).toBe(201);
    expect((await decide({ status: 'rejected', reason: 'The licence has ended' })).status).toBe(200);
    const next = await heldNorwegian(owner);
    await expectProblem(await buyAs(owner, next, { country: NORWAY }), 'not_allowed_now');
    expect(await papersOf(owner)).toMatchObject([{ reason: 'The licence has ended' }]);
    const acts = await other.deps.sql<{ action: string }[]>`
      select action from audit_log where actor_id = ${boss.id} and subject_user_id = ${owner.id} order by id`;
    expect(acts.map(({ action }) => action)).toEqual(['number_papers.accepted', 'number_papers.rejected']);
  } finally {
    await other.stop();
  }
});
