import { eraseUploadsOf, expireUnusedUploads } from '../../../src/edge/uploads/expire-unused.ts';
import { eraseAccount } from '../../../src/platform/erase-account.ts';
import { DATA } from '../../../db/data-map.ts';
import { provisionNumbers } from '../../../src/services/numbers/provisioning/provision.ts';
import { didNumber } from '../../../src/services/numbers/contract.ts';
import { bought } from '../numbers/numbers.ts';
import { requestSoundLink, uploadReceipt, uploadSound } from '../uploads/uploads.ts';
import { settle, startVoiceApp } from './calls.ts';
import { always, announce, onlyReceived, plan } from './incoming.ts';
import { forFile, funded, problemOf, readAs, type TestActor } from '../../kit/index.ts';

const app = await forFile(startVoiceApp());

async function owner(): Promise<{ person: TestActor; id: string; to: string }> {
  const person = await funded(app, '60.00');
  const { id, number: to } = await bought(person);
  await provisionNumbers(app.deps);
  return { person, id, to };
}

const recorded = (recording: string, greeting = '') => always({ kind: 'voicemail' as const, greeting, recording });

const put = (person: TestActor, id: string, steps: object[]) =>
  person.as(`/api/users/${person.id}/did-numbers/${id}`, { put: { answerPlan: { timeZone: 'UTC', steps } } });

const stepsOf = async (person: TestActor, id: string) =>
  (await readAs(await person.as(`/api/users/${person.id}/did-numbers/${id}`), didNumber.loose())).answerPlan?.steps;

test('a step plays a recording of its owner’s, with or without a text, and nothing else', async () => {
  const { person, id } = await owner();
  const stranger = await funded(app, '1.00');
  const own = await uploadSound(person);
  await plan(person, id, [always({ kind: 'menu', greeting: 'Welcome.', recording: own }), recorded(own)]);
  expect(await stepsOf(person, id)).toMatchObject([{ recording: own }, { recording: own, greeting: '' }]);

  const wrong: [string, string][] = [
    ['somebody else’s', await uploadSound(stranger)],
    ['a receipt', await uploadReceipt(person)],
    ['one that was never sent', (await requestSoundLink(person)).objectPath],
    ['none of anybody', `/api/objects/${crypto.randomUUID()}`],
  ];
  for (const [name, path] of wrong) {
    const { errors } = await problemOf(await put(person, id, [recorded(own), recorded(path)]));
    expect(errors, name).toMatchObject([
      { path: 'answerPlan.steps.1.recording', message: 'Please upload the recording again' },
    ]);
  }
  for (const recording of ['/etc/passwd', `${own}/../x`, own.slice(5), null]) {
    expect((await put(person, id, [{ ...recorded(own), recording }])).status, String(recording)).toBe(422);
  }
  const { errors } = await problemOf(await put(person, id, [always({ kind: 'voicemail', greeting: '' })]));
  expect(errors).toMatchObject([{ path: 'answerPlan.steps.0.greeting', message: 'Please fill in all fields' }]);
  expect(await stepsOf(person, id), 'what was refused changed nothing').toMatchObject([{}, { recording: own }]);
});

test('a recording is kept while a number plays it, and is deleted a day after it was replaced', async () => {
  const { person, id } = await owner();
  const [first, second] = [await uploadSound(person), await uploadSound(person)];
  await plan(person, id, [recorded(first)]);
  app.clock.advance(25 * 3_600_000);
  await expireUnusedUploads(app.deps);
  const status = async (path: string) => (await person.as(path)).status;
  expect([await status(first), await status(second)]).toEqual([200, 404]);
  const third = await uploadSound(person);
  await plan(person, id, [recorded(third)]);
  await expireUnusedUploads(app.deps);
  expect([await status(first), await status(third)]).toEqual([404, 200]);
});

test('with an account go its steps and recordings, and callers hear the busy tone', async () => {
  const { person, id, to } = await owner();
  await plan(person, id, [recorded(await uploadSound(person), 'We are out.')]);
  const ofNumbers = DATA.filter(({ table }) => table === 'did_numbers');
  await eraseAccount(app.deps, person.id, {}, ofNumbers);
  await eraseUploadsOf(app.deps, person.id);
  expect(await stepsOf(person, id)).toBeUndefined();
  expect(await app.deps.sql`select id from objects where owner_id = ${person.id}`).toHaveLength(0);
  expect((await announce(app, { to })).status).toBe(200);
  await settle(app);
  expect((await onlyReceived(person)).outcome).toBe('missed');
});

test('a number that somebody else has now plays no recording of its former owner', async () => {
  const { person, id, to } = await owner();
  const path = await uploadSound(person);
  await plan(person, id, [recorded(path)]);
  await app.deps.sql`update did_numbers set status = 'reserved', expires_at = '2020-01-01' where id = ${id}`;
  const next = await funded(app, '49.00');
  await next.as(`/api/users/${next.id}/did-numbers`, { json: { number: to, country: 'United Kingdom' } });
  app.clock.advance(25 * 3_600_000);
  await expireUnusedUploads(app.deps);
  expect((await person.as(path)).status).toBe(404);
});
