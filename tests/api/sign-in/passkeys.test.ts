import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { passkeys } from '../../../db/schema/index.ts';
import { login as loginAt } from '../../../src/callers/sign-in/login.ts';
import { signInWithPasskey } from '../../../src/callers/sign-in/passkeys/passkey-sign-in.ts';
import { type Assertion, passkey as passkeySchema } from '../../../src/callers/sign-in/contract.ts';
import { call, cookieOf, signIn, signUp, suspend, type TestActor } from '../../kit/actors.ts';
import { readAs, withId, appForFile, codeOf, enableTotp, expectProblem } from '../../kit/index.ts';
import { TestAuthenticator } from '../../kit/authenticator.ts';

const HOME = { hostName: 'topline.example', origin: 'https://topline.example' };
const app = await appForFile({ env: { PUBLIC_URL: HOME.origin } });

const offer = async (person: TestActor) => {
  const response = await person.withCookie('/api/auth/passkeys/options', { json: { password: person.password } });
  expect(response.status).toBe(200);
  return await readAs(
    response,
    z.looseObject({ challenge: z.string(), rp: withId, user: withId, excludeCredentials: withId.array() }),
  );
};
const add = (person: TestActor, response: unknown, name = 'Laptop') =>
  person.withCookie('/api/auth/passkeys', { json: { name, response } });

async function addPasskey(person: TestActor, authenticator = new TestAuthenticator(HOME)) {
  const made = await readAs(
    add(person, authenticator.create((await offer(person)).challenge)),
    z.looseObject({ passkey: passkeySchema, recoveryCodes: z.string().array() }),
  );
  return { ...made, authenticator };
}

const challenge = async () => {
  return (
    await readAs(
      call(app, '/api/auth/passkeys/sign-in/options', { method: 'POST' }),
      z.object({ challenge: z.string() }),
    )
  ).challenge;
};
const enter = (response: Assertion) => call(app, '/api/auth/passkeys/sign-in', { json: { response } });
const login = ({ email, password }: TestActor, more: object = {}) =>
  call(app, '/api/auth/login', { json: { email, password, ...more } });

test('a passkey alone signs its owner in, and shows when', async () => {
  const person = await signUp(app);
  const { authenticator, passkey } = await addPasskey(person);
  expect(passkey).toMatchObject({ name: 'Laptop', hostName: HOME.hostName, lastUsedAt: null });
  const entered = await enter(authenticator.get(await challenge()));
  expect(entered.status).toBe(200);
  expect(cookieOf(entered)).toStartWith('__Host-session=');
  const { user } = await readAs(entered, z.object({ user: withId }));
  expect(user.id).toBe(person.id);
  const [row] = await app.deps.db.select().from(passkeys).where(eq(passkeys.id, passkey.id));
  expect(row?.lastUsedAt).toBeInstanceOf(Date);
  expect(row?.counter).toBe(1);
});

test('adding one ends the other sessions, and gives recovery codes with the first factor only', async () => {
  const person = await signUp(app);
  const elsewhere = await signIn(app, person);
  expect((await addPasskey(person)).recoveryCodes).toHaveLength(10);
  expect((await call(app, '/api/auth/session', {}, { cookie: elsewhere })).status).toBe(401);
  expect((await addPasskey(person)).recoveryCodes).toEqual([]);
  expect((await offer(person)).excludeCredentials).toHaveLength(2);
});

test('an account has at most 20', async () => {
  const person = await signUp(app);
  const { passkey } = await addPasskey(person);
  await app.deps.sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, host_name, name, created_at)
    select gen_random_uuid(), user_id, 'another ' || n, public_key, 0, host_name, 'Another ' || n, created_at
    from passkeys, generate_series(1, 18) n where id = ${passkey.id}`;
  await addPasskey(person);
  const { challenge: one } = await offer(person);
  expect(await codeOf(await add(person, new TestAuthenticator(HOME).create(one)))).toBe('not_allowed_now');
});

test('after a password a passkey is the second factor, of that account only', async () => {
  const [person, other] = [await signUp(app), await signUp(app)];
  const { authenticator } = await addPasskey(person);
  const { authenticator: strange } = await addPasskey(other);
  const { methods } = await expectProblem(await login(person), 'second_factor_required');
  expect(methods).toEqual(['passkey', 'recovery_code']);
  expect(await codeOf(await login(person, { passkey: strange.get(await challenge()) }))).toBe('invalid_code');
  expect((await login(person, { passkey: authenticator.get(await challenge()) })).status).toBe(200);
});

test('a challenge is answered once, even by several at once', async () => {
  const person = await signUp(app);
  const { authenticator } = await addPasskey(person);
  const answer = authenticator.get(await challenge());
  const answers = await Promise.all(Array.from({ length: 5 }, () => enter(answer)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await enter(answer)).status).toBe(401);
});

test('a challenge that failed once is used up, and one is good for 5 minutes', async () => {
  const person = await signUp(app);
  const { authenticator } = await addPasskey(person);
  const given = await challenge();
  const answer = authenticator.get(given);
  const forged = { ...answer, response: { ...answer.response, signature: 'AAAA' } };
  expect(await codeOf(await enter(forged))).toBe('invalid_credentials');
  expect((await enter(answer)).status).toBe(401);
  const [last, late] = [authenticator.get(await challenge()), authenticator.get(await challenge())];
  app.clock.advance(5 * 60_000 - 1);
  expect((await enter(last)).status).toBe(200);
  app.clock.advance(2);
  expect((await enter(late)).status).toBe(401);
});

test('a challenge serves its own purpose and its own account', async () => {
  const [person, other] = [await signUp(app), await signUp(app)];
  const { authenticator } = await addPasskey(person);
  const toRegister = (await offer(person)).challenge;
  expect((await enter(authenticator.get(toRegister))).status).toBe(401);
  const fresh = new TestAuthenticator(HOME);
  expect((await add(person, fresh.create(await challenge()))).status).toBe(422);
  const { challenge: forPerson } = await offer(person);
  expect((await add(other, fresh.create(forPerson))).status).toBe(422);
  expect((await add(person, fresh.create(forPerson))).status).toBe(201);
});

test('a count that does not grow is a copy, and is refused', async () => {
  const person = await signUp(app);
  const { authenticator } = await addPasskey(person);
  expect((await enter(authenticator.get(await challenge()))).status).toBe(200);
  authenticator.counter = 0;
  expect(await codeOf(await enter(authenticator.get(await challenge())))).toBe('invalid_credentials');
  authenticator.counter = 5;
  expect((await enter(authenticator.get(await challenge()))).status).toBe(200);
});

test('one of two copies that sign with the same count at once gets in', async () => {
  const person = await signUp(app);
  const { authenticator } = await addPasskey(person);
  const signed: Assertion[] = [];
  for (let copy = 0; copy < 4; copy++) {
    const given = await challenge();
    authenticator.counter = 7;
    signed.push(authenticator.get(given));
  }
  const answers = await Promise.all(signed.map(enter));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
});

test.each([
  ['another site', { ...HOME, origin: 'https://topline.example.evil' }],
  ['another host name', { ...HOME, hostName: 'evil.example' }],
  ['an authenticator that does not know the person', { ...HOME, verifiesPerson: false }],
])('%s is refused, to register and to sign in', async (_what, options) => {
  const person = await signUp(app);
  const { challenge: given } = await offer(person);
  expect((await add(person, new TestAuthenticator(options).create(given))).status).toBe(422);
  const { authenticator } = await addPasskey(person);
  authenticator.options = options;
  expect((await enter(authenticator.get(await challenge()))).status).toBe(401);
  authenticator.options = HOME;
  expect((await enter(authenticator.get(await challenge()))).status).toBe(200);
});

test('another key does not sign for a known passkey, nor for another account’s handle', async () => {
  const [person, other] = [await signUp(app), await signUp(app)];
  const { authenticator } = await addPasskey(person);
  const stranger = new TestAuthenticator(HOME).get(await challenge());
  const id = Buffer.from(authenticator.id).toString('base64url');
  expect((await enter({ ...stranger, id, rawId: id })).status).toBe(401);
  expect((await enter(stranger)).status).toBe(401);
  const handle = Buffer.from(other.id).toString('base64url');
  expect((await enter(authenticator.get(await challenge(), handle))).status).toBe(401);
  const own = Buffer.from(person.id).toString('base64url');
  expect((await enter(authenticator.get(await challenge(), own))).status).toBe(200);
});

test('one passkey belongs to one account', async () => {
  const [person, other] = [await signUp(app), await signUp(app)];
  const { authenticator } = await addPasskey(person);
  expect((await add(other, authenticator.create((await offer(other)).challenge))).status).toBe(409);
});

test('removing one takes the password, and only its owner’s', async () => {
  const [person, other] = [await signUp(app), await signUp(app)];
  const { passkey, authenticator } = await addPasskey(person);
  const remove = (by: TestActor, password = by.password) =>
    by.withCookie(`/api/auth/passkeys/${passkey.id}/remove`, { json: { password } });
  expect((await remove(other)).status).toBe(404);
  expect((await remove(person, 'wrong')).status).toBe(422);
  expect((await remove(person)).status).toBe(204);
  expect((await enter(authenticator.get(await challenge()))).status).toBe(401);
  // It was the only factor: the password alone is enough again.
  expect((await login(person)).status).toBe(200);
});

test('the app stays a second factor where a passkey goes', async () => {
  const person = await signUp(app);
  await enableTotp(app, person);
  const { passkey } = await addPasskey(person);
  const { password } = person;
  await person.withCookie(`/api/auth/passkeys/${passkey.id}/remove`, { json: { password } });
  expect(await codeOf(await login(person))).toBe('second_factor_required');
});

test('a passkey of one address is neither offered nor taken at another, such as a reseller’s portal', async () => {
  const person = await signUp(app);
  const { authenticator } = await addPasskey(person);
  const portal = { hostName: 'portal.acme.example', origin: 'https://portal.acme.example', name: 'Acme' };
  const from = { address: '192.0.2.1', userAgent: null, device: null };
  const { email, password } = person;
  const asked = loginAt(app.deps, { input: { email, password }, party: portal, origin: from });
  await expect(asked).rejects.toMatchObject({ reason: 'second_factor_required', methods: ['recovery_code'] });
  // Even if a browser is made to sign for the portal with the other address's key.
  authenticator.options = portal;
  const answer = authenticator.get(await challenge());
  const entered = signInWithPasskey(app.deps, { assertion: answer, party: portal, origin: from });
  await expect(entered).rejects.toMatchObject({ reason: 'invalid_credentials' });
});

test('the suspended do not get in', async () => {
  const person = await signUp(app);
  const { authenticator } = await addPasskey(person);
  await suspend(app, person);
  expect(await codeOf(await enter(authenticator.get(await challenge())))).toBe('account_suspended');
});

test('the server asks for no certificate of the device’s maker', async () => {
  const person = await signUp(app);
  const made = new TestAuthenticator(HOME).create((await offer(person)).challenge);
  // The same object in the format "fidO": nothing of it is looked at.
  const object = Buffer.from(made.response.attestationObject, 'base64url');
  object.write('fidO', object.indexOf('none'));
  const response = { ...made.response, attestationObject: object.toString('base64url') };
  expect((await add(person, { ...made, response })).status).toBe(422);
});
