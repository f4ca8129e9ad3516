import { getSession } from '../../../src/callers/contract.ts';
import { listPeopleActivity } from '../../../src/admin/contract.ts';
import { checkInvitation, listPeople } from '../../../src/callers/people/contract.ts';
import { createApiKey } from '../../../src/callers/keys/contract.ts';
import {
  appForFile,
  balanceOf,
  call,
  codeOf,
  cookieOf,
  expectProblem,
  funded,
  makeAdmin,
  newNumber,
  openEvents,
  readAnswer,
  signIn,
  signUp,
  startTestApp,
  type TestActor,
} from '../../kit/index.ts';
import { addPerson, inviteTo } from '../../kit/people.ts';
import { deliverMails, mailTo, tokenIn } from '../../kit/mails.ts';

const app = await appForFile({ env: { PEOPLE: '4' } });
const { sql } = app.deps;
const at = ({ id }: TestActor, rest = '') => `/api/users/${id}/people${rest}`;
const send = (owner: TestActor, cookie: string) =>
  call(
    app,
    `/api/users/${owner.id}/sms`,
    { json: { recipients: [newNumber()], message: 'Hello', senderId: 'Topline' } },
    { cookie },
  );
const admin = await makeAdmin(app);
const suspend = (id: string) => admin.withCookie(`/api/admin/users/${id}/suspend`, { method: 'PUT' });
const session = (cookie: string) => readAnswer(call(app, '/api/auth/session', {}, { cookie }), getSession);
const accept = (json: object, cookie = '') => call(app, '/api/auth/invitation', { json }, cookie ? { cookie } : {});
const enter = (personId: string | null, cookie: string) =>
  call(app, '/api/auth/account', { method: 'PUT', json: { personId } }, { cookie });
const actions = async (owner: TestActor) =>
  (
    await sql<
      { action: string; actor: string }[]
    >`select action, u.email as actor from audit_log join users u on u.id = actor_id
      where subject_user_id = ${owner.id} and action like 'person.%' order by audit_log.id`
  ).map(({ action, actor }) => [action, actor]);

test('a person acts in the account, pays from its balance, and is named in its log', async () => {
  const owner = await funded(app, '10.00');
  const person = await addPerson(app, owner, 'sender');
  expect(await session(person.cookie)).toMatchObject({
    user: { id: owner.id },
    person: { email: person.email, role: 'sender' },
  });
  expect((await send(owner, person.cookie)).status).toBe(201);
  expect(await balanceOf(owner)).not.toBe('10.00');
  const [own] = await sql<{ id: string; credits: string }[]>`
    select id, credits from users where email = ${person.email}`;
  expect(own).toMatchObject({ credits: '0.00' });
  // A sign-in begins where the last one was, and the own account is a plain one.
  const again = await signIn(app, person);
  expect((await session(again)).user.id).toBe(owner.id);
  expect(await codeOf(await call(app, `/api/users/${own?.id}`, {}, { cookie: again }))).toBe('forbidden');
  const left = await enter(null, again);
  expect((await session(cookieOf(left))).user.id).toBe(own?.id ?? '');
  await expectProblem(await send(owner, cookieOf(left)), 'forbidden');
  expect(await codeOf(await call(app, '/api/auth/session', {}, { cookie: again }))).toBe('not_signed_in');
  expect(await actions(owner)).toEqual([
    ['person.invited', owner.email],
    ['person.joined', person.email],
    ['person.acted', person.email],
  ]);
  const told = await readAnswer(owner.withCookie(at(owner, '/activity')), listPeopleActivity);
  expect(told.map(({ actor, detail }) => [actor?.email, detail.area])).toEqual([
    [person.email, 'SMS'],
    [person.email, undefined],
    [owner.email, undefined],
  ]);
});

test('an invitation is for its address, once, within its time, and tells nobody of accounts', async () => {
  const [owner, known, other] = [await signUp(app), await signUp(app), await signUp(app)];
  const check = async (token: string) =>
    readAnswer(call(app, '/api/auth/invitation/check', { json: { token } }), checkInvitation);
  const unknown = await inviteTo(app, owner, 'reader');
  expect(await check(unknown.token)).toEqual({
    ...{ email: unknown.email, role: 'reader', owner: owner.email, hasAccount: false },
  });
  const { token } = await inviteTo(app, owner, 'finance', known.email.toUpperCase());
  expect(await check(token)).toMatchObject({ hasAccount: true });
  const list = await readAnswer(owner.withCookie(at(owner)), listPeople);
  expect(list.map(({ fullName, role }) => [fullName, role])).toEqual([
    [null, 'finance'],
    [null, 'reader'],
  ]);
  await expectProblem(await accept({ token }), 'not_signed_in');
  await expectProblem(await accept({ token }, owner.cookie), 'forbidden');
  await expectProblem(await accept({ token: `x${token}` }, known.cookie), 'invalid_link');
  const both = await Promise.all([accept({ token }, known.cookie), accept({ token }, known.cookie)]);
  const joined = both.find(({ status }) => status === 200) ?? Response.error();
  expect(both.map(({ status }) => status)).not.toEqual([200, 200]);
  expect((await session(cookieOf(joined))).user.id).toBe(owner.id);
  await expectProblem(await accept({ token }, cookieOf(joined)), 'invalid_link');
  const third = await inviteTo(app, owner, 'reader', other.email);
  const fourth = await inviteTo(app, owner, 'sender', other.email);
  expect(fourth.token).not.toBe(third.token);
  await expectProblem(await accept({ token: third.token }, other.cookie), 'invalid_link');
  await sql`update people set link_until = '2020-01-01' where account_id = ${owner.id} and user_id is null`;
  await expectProblem(await accept({ token: fourth.token }, other.cookie), 'invalid_link');
  const [own] = await readAnswer(owner.withCookie(at(owner)), listPeople);
  expect((await owner.withCookie(at(owner, `/${own?.id}`), { method: 'DELETE' })).status).toBe(204);
});

test('an account has as many people as the setting says, each once, and an administrator’s has none', async () => {
  const owner = await signUp(app);
  await expectProblem(
    await owner.withCookie(at(owner), { json: { email: 'a@x.example', role: 'reader' } }),
    'not_allowed_now',
  );
  const { email } = await inviteTo(app, owner, 'reader');
  const invite = (to: string, who = owner) => who.withCookie(at(owner), { json: { email: to, role: 'reader' } });
  expect((await invite(email.toUpperCase())).status).toBe(201);
  await expectProblem(await invite(owner.email), 'validation_failed');
  await expectProblem(await invite('b@x.example', admin), 'forbidden');
  const sent = await Promise.all(['c', 'd', 'e', 'f'].map(async (name) => (await invite(`${name}@x.example`)).status));
  expect(sent.filter((status) => status === 201)).toHaveLength(3);
  await expectProblem(
    await admin.withCookie(at(admin), { json: { email: 'g@x.example', role: 'reader' } }),
    'not_allowed_now',
  );
  const limited = await startTestApp({ background: false, env: { RATE_LIMITS: 'on', PEOPLE: '50' } });
  await using _ = limited;
  const other = await signUp(limited);
  await inviteTo(limited, other, 'reader');
  const codes: number[] = [];
  for (let times = 0; times < 20; times++) {
    const json = { email: `h${times}@x.example`, role: 'reader' };
    codes.push((await other.withCookie(at(other), { json })).status);
  }
  expect(codes.at(-2)).toBe(201);
  expect(codes.at(-1)).toBe(429);
});

test('a person who is removed is out at once, with their stream; so is everybody of a suspended account', async () => {
  const owner = await funded(app, '10.00');
  const [person, other] = [await addPerson(app, owner, 'sender'), await addPerson(app, owner, 'reader')];
  const [stream, others] = [
    await openEvents(app, { cookie: person.cookie }),
    await openEvents(app, { cookie: other.cookie }),
  ];
  const changed = await owner.withCookie(at(owner, `/${person.personId}`), { method: 'PUT', json: { role: 'reader' } });
  expect(changed.status).toBe(200);
  await expectProblem(await send(owner, person.cookie), 'forbidden');
  expect((await owner.withCookie(at(owner, `/${person.personId}`), { method: 'DELETE' })).status).toBe(204);
  await stream.ended;
  await expectProblem(await send(owner, person.cookie), 'not_signed_in');
  const { user } = await session(await signIn(app, person));
  expect(user.email).toBe(person.email);
  await suspend(owner.id);
  await others.ended;
  await expectProblem(await call(app, `/api/users/${owner.id}`, {}, { cookie: other.cookie }), 'account_suspended');
  expect((await session(await signIn(app, other))).user.email).toBe(other.email);
});

test('a person whose own sign-in ends, or who is suspended, is out of the account', async () => {
  const owner = await signUp(app);
  const [person, other] = [await addPerson(app, owner, 'reader'), await addPerson(app, owner, 'reader')];
  const streams = [await openEvents(app, { cookie: person.cookie }), await openEvents(app, { cookie: other.cookie })];
  await call(app, '/api/auth/logout', { method: 'POST' }, { cookie: person.cookie });
  await streams[0]?.ended;
  const [own] = await sql<{ id: string }[]>`select id from users where email = ${other.email}`;
  await suspend(own?.id ?? '');
  await streams[1]?.ended;
  await expectProblem(await call(app, `/api/users/${owner.id}`, {}, { cookie: other.cookie }), 'account_suspended');
});

test('a developer makes keys that do no more than they may, and replaces no greater one', async () => {
  const owner = await signUp(app);
  const { cookie } = await addPerson(app, owner, 'developer');
  const keys = `/api/users/${owner.id}/api-keys`;
  const make = (scopes: string[] | null, name = 'K') => call(app, keys, { json: { name, scopes } }, { cookie });
  for (const scopes of [null, ['billing'], ['read', 'account']])
    await expectProblem(await make(scopes), 'validation_failed');
  const { id, key } = await readAnswer(make(['messages', 'read']), createApiKey);
  expect((await call(app, `/api/users/${owner.id}`, {}, { authorization: `Bearer ${key}` })).status).toBe(200);
  const rotate = (keyId: string) => call(app, `${keys}/${keyId}/rotate`, { method: 'POST' }, { cookie });
  expect((await rotate(id)).status).toBe(201);
  const [whole] = await sql<{ id: string }[]>`select id from api_keys where user_id = ${owner.id} and scopes is null`;
  await expectProblem(await rotate(whole?.id ?? ''), 'forbidden');
  expect((await owner.as(`/api/users/${owner.id}`)).status).toBe(200);
});

test('a person shows who they are by their own password', async () => {
  const owner = await signUp(app);
  const person = await addPerson(app, owner, 'developer');
  await sql`update sessions set proven_at = '2020-01-01'`;
  const make = () =>
    call(app, `/api/users/${owner.id}/api-keys`, { json: { name: 'N', scopes: ['read'] } }, { cookie: person.cookie });
  await expectProblem(await make(), 'step_up_required');
  const show = (password: string) => call(app, '/api/auth/step-up', { json: { password } }, { cookie: person.cookie });
  await expectProblem(await show(`not ${person.password}`), 'wrong_password');
  expect((await show(person.password)).status).toBe(204);
  expect((await make()).status).toBe(201);
});

test('a new password by mail ends whom a thief invited', async () => {
  const owner = await signUp(app);
  const person = await addPerson(app, owner, 'reader');
  await call(app, '/api/auth/password-reset', { json: { email: owner.email } });
  await deliverMails(app);
  const token = tokenIn(await mailTo(app, owner.email, /^Choose a new password/));
  await call(app, '/api/auth/password-reset/confirm', { json: { token, password: 'another horse' } });
  expect(await sql`select 1 from people where account_id = ${owner.id}`).toHaveLength(0);
  expect(await codeOf(await call(app, `/api/users/${owner.id}`, {}, { cookie: person.cookie }))).toBe('not_signed_in');
});

test('an account that becomes an administrator’s lets nobody else in', async () => {
  const owner = await signUp(app);
  const person = await addPerson(app, owner, 'finance');
  await makeAdmin(app, owner);
  const read = () => call(app, `/api/users/${owner.id}`, {}, { cookie: person.cookie });
  expect(await codeOf(await read())).toBe('not_signed_in');
  await sql`update users set role = 'user' where id = ${owner.id}`;
  expect((await read()).status).toBe(200);
  await sql`update users set role = 'admin' where email = ${person.email}`;
  expect(await codeOf(await read())).toBe('not_signed_in');
});
