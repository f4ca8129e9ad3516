import { eraseClosed } from '../../../src/accounts/closing/erase-closed.ts';
import { expireUnusedUploads } from '../../../src/edge/uploads/expire-unused.ts';
import { followPapers } from '../../../src/services/numbers/papers/follow-papers.ts';
import { removeOld } from '../../../src/platform/retention.ts';
import { appForFile, eventually, expectProblem, type TestActor } from '../../kit/index.ts';
import { storedFiles } from '../uploads/uploads.ts';
import { handedIn, NORWAY, papersOf, stateOf } from './hand-in.ts';
import { buyAs, buyer } from './numbers.ts';

const DAY = 86_400_000;
let person: TestActor;
const app = await appForFile({ background: false });
beforeEach(async () => {
  person = await buyer(app);
});

/** Handed in, and with the carrier. */
const forget = async () => {
  await removeOld(app.deps, 'number_papers', 'number_papers_files');
  await expireUnusedUploads(app.deps);
};

async function inReview() {
  const { id, number, given } = await handedIn(person);
  await eventually('the carrier has them', async () => (await stateOf(app, id)) === 'in-review');
  return { id, number, file: given?.documents[0]?.objectPath ?? '' };
}

test('they are deleted with their files when they are old, and what they opened stays open', async () => {
  const { number, file } = await inReview();
  app.clock.advance(60_000);
  await followPapers(app.deps);
  app.clock.advance(179 * DAY);
  await forget();
  expect((await person.as(file)).status).toBe(200);
  app.clock.advance(2 * DAY);
  await forget();
  await expectProblem(await person.as(file), 'not_found');
  expect(await papersOf(person)).toMatchObject([{ status: 'approved', given: null }]);
  app.clock.advance(-181 * DAY);
  expect((await buyAs(person, number, { country: NORWAY })).status).toBe(201);
});

test('those that nobody has decided on stay, with their files, however old they are', async () => {
  const { file } = await inReview();
  app.clock.advance(400 * DAY);
  await forget();
  expect((await person.as(file)).status).toBe(200);
  expect(await papersOf(person)).toMatchObject([{ status: 'in-review', given: { owner: 'business' } }]);
});

test('they go with a closed account, files and all', async () => {
  const { id } = await inReview();
  const before = await storedFiles(app);
  const { sql } = app.deps;
  await sql`
    insert into account_closings (user_id, closed_at, erase_at)
    values (${person.id}, ${app.clock.now().toISOString()}::timestamptz, ${app.clock.now().toISOString()}::timestamptz)`;
  await eraseClosed(app.deps);
  expect(await sql`select 1 from number_papers where id = ${id}`).toHaveLength(0);
  expect((await storedFiles(app)).length).toBe(before.length - 1);
});
