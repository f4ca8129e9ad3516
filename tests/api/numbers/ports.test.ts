import { createSandbox } from '../../../src/carriers/adapters/sandbox/sandbox.ts';
import type { OwnNumber } from '../../../src/carriers/incoming-sms.ts';
import type { Adapter } from '../../../src/carriers/port.ts';
import { resealAll } from '../../../src/platform/reseal.ts';
import { unseal } from '../../../src/platform/kit/seal.ts';
import { numberPort } from '../../../src/services/numbers/ports/contract.ts';
import { expectProblem, balanceOf, makeAdmin, type TestActor } from '../../kit/index.ts';
import { appForFile, eventually, newNumber, openEvents, readAs } from '../../kit/index.ts';
import { uploaded } from './hand-in.ts';
import { buyer } from './numbers.ts';
import { portOf, requestAs, requested } from './port-kit.ts';

/** Numbers that customers bring from other carriers: asked for with papers, followed, charged once, and theirs. */

/** The numbers that the carrier was told to deliver to us. */
const connected: OwnNumber[] = [];
const sandbox = createSandbox('sandbox');
const adapter: Adapter = {
  ...sandbox,
  open: (host) => {
    const carrier = sandbox.open(host);
    const setAddress = async (own: OwnNumber) => void connected.push(own);
    return Object.assign(carrier, {
      ...{ releaseNumber: async () => undefined, buyNumber: () => Promise.reject(new Error('it is bought already')) },
      incomingSms: carrier.incomingSms && { ...carrier.incomingSms, setAddress },
    });
  },
};
const app = await appForFile({ adapters: [adapter], soundBooks: true });
const admin = await makeAdmin(app);
let person: TestActor;
beforeEach(async () => {
  person = await buyer(app);
});

const decide = (portId: string, json: object) => admin.withCookie(`/api/admin/number-ports/${portId}`, { put: json });
const agreed = { status: 'in_progress', portsOn: '2027-01-05', words: 'They agreed' };
const ported = { status: 'ported', provider: 'sandbox', carrierNumberIds: ['PN1'] };
const own = async (who = person) => {
  return readAs(who.as(`/api/users/${who.id}/number-ports`), numberPort.array());
};
const letters = async () =>
  (
    await app.deps.sql<{ status: string }[]>`
      select data ->> 'status' as status from mails where user_id = ${person.id} and kind = 'port_changed' order by id`
  ).map(({ status }) => status);

test('a ported number is the account’s own, charged once, and its carrier delivers to us', async () => {
  const number = newNumber();
  const events = await openEvents(app, { authorization: `Bearer ${person.key}` });
  const { id } = await requested(person, [number]);
  expect((await events.next('port-changed')).data).toMatchObject({ portId: id, status: 'submitted' });
  await expectProblem(await decide(id, ported), 'not_allowed_now');
  expect((await decide(id, agreed)).status).toBe(200);
  expect((await events.next('port-changed')).data).toMatchObject({ status: 'in_progress', portsOn: '2027-01-05' });
  await events.close();
  await expectProblem(await decide(id, { ...ported, carrierNumberIds: [] }), 'validation_failed');
  const answers = await Promise.all([decide(id, ported), decide(id, ported)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const rows = await app.deps.sql`
    select number, status, provider_number_id as id, auto_renew from did_numbers where user_id = ${person.id}`;
  expect([...rows]).toEqual([{ number, status: 'active', id: 'PN1', auto_renew: true }]);
  expect(await balanceOf(person)).toBe('451.00');
  await eventually('the carrier was told', async () => connected.some((each) => each.number === number));
  expect(await letters()).toEqual(['submitted', 'in_progress', 'ported']);
  await expectProblem(await requestAs(person, portOf(null, [number])), 'number_taken');
  await expectProblem(await decide(id, { status: 'refused', words: 'late' }), 'not_allowed_now');
});

test('without credit nothing is ported, and nothing of it stays', async () => {
  const { id } = await requested(person, Array.from({ length: 11 }, newNumber));
  await decide(id, agreed);
  const ids = Array.from({ length: 11 }, (_, at) => `PN${at}`);
  await expectProblem(await decide(id, { ...ported, carrierNumberIds: ids }), 'insufficient_credits');
  expect(await own()).toMatchObject([{ status: 'in_progress' }]);
  expect(await balanceOf(person)).toBe('500.00');
});

test('missing papers are asked for and handed in; the PIN is sealed, and who looks is written down', async () => {
  const asked = await readAs(await requestAs(person, portOf(null)), numberPort);
  expect(asked).toMatchObject({ status: 'papers_wanted', given: { authorityPath: null, accountNumber: 'A 1' } });
  const path = await uploaded(person);
  const correct = (who: TestActor, body: object) =>
    who.as(`/api/users/${who.id}/number-ports/${asked.id}`, { method: 'PUT', json: body });
  const whole = { ...portOf(path, asked.numbers), pin: '' };
  const stranger = await buyer(app);
  await expectProblem(await correct(stranger, portOf(await uploaded(stranger))), 'not_found');
  await expectProblem(await correct(person, { ...whole, billPath: await uploaded(stranger) }), 'validation_failed');
  expect(await readAs(await correct(person, whole), numberPort)).toMatchObject({ status: 'submitted' });
  const [kept] = await app.deps.sql`select sealed_pin as pin from number_ports where id = ${asked.id}`;
  expect(kept?.pin).toStartWith('sealed:');
  // It outlives a change of the secret that sealed it.
  const { db, sql, config } = app.deps;
  const turned = { ...config, sessionSecret: 'another secret', formerSecrets: [config.sessionSecret] };
  await resealAll({ db, config: turned });
  const [resealed] = await sql`select sealed_pin as pin from number_ports where id = ${asked.id}`;
  const place = { purpose: 'number-port', ownerId: asked.id };
  expect(unseal({ ...turned, formerSecrets: [] }, place, String(resealed?.pin))).toBe('2580');
  await resealAll({ db, config: { ...config, formerSecrets: [turned.sessionSecret] } });
  const opened = await admin.withCookie(`/api/admin/number-ports/${asked.id}/views`, { method: 'POST' });
  expect(await opened.json()).toMatchObject({ pin: '2580', given: { billPath: path } });
  expect((await admin.withCookie(path)).status).toBe(200);
  const seen = await app.deps.sql`
    select action from audit_log where subject_user_id = ${person.id} and action ~ 'viewed' order by id`;
  expect(seen.map(({ action }) => action)).toEqual(['number_port.viewed', 'number_papers.file_viewed']);
});

test('a number is asked for once, and is free for another request once it was withdrawn', async () => {
  const { id, numbers } = await requested(person);
  const again = portOf(await uploaded(person), numbers);
  await expectProblem(await requestAs(person, again), 'not_allowed_now');
  const withdraw = () => person.as(`/api/users/${person.id}/number-ports/${id}/withdraw`, { method: 'POST' });
  const answers = await Promise.all([withdraw(), withdraw()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await expectProblem(await decide(id, agreed), 'not_allowed_now');
  expect((await requestAs(person, again)).status).toBe(201);
  expect((await requestAs(person, portOf(null, ['+441110000000']))).status).toBe(201);
  const mixed = portOf(null, [newNumber(), '+14155550123']);
  await expectProblem(await requestAs(person, mixed), 'validation_failed');
  await expectProblem(await requestAs(person, { ...portOf(null), wishedOn: '2026-01-01' }), 'validation_failed');
});
