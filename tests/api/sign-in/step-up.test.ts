import { eq } from 'drizzle-orm';
import { MINUTE_MS } from '../../../src/platform/kit/durations.ts';
import { auditLog } from '../../../db/schema/index.ts';
import { enableTotp, nextCode, type ActorInit, appForFile, codeOf, signUp, type TestActor } from '../../kit/index.ts';

let person: TestActor;
const app = await appForFile({ background: false });
beforeEach(async () => {
  person = await signUp(app);
});

const NO_ID = Bun.randomUUIDv7();

/**
 * These ask in their verb, after the request was read; the others ask before (`tests/api/endpoints/step-up`).
 */
const TAKINGS: [string, (of: TestActor) => [path: string, init: ActorInit]][] = [
  ['another address', ({ id }) => [`/api/users/${id}`, { method: 'PUT', json: { email: 'thief@example.com' } }]],
  ['an authenticator app', () => ['/api/auth/second-factor/totp', { json: {} }]],
  ['a passkey', () => ['/api/auth/passkeys/options', { json: {} }]],
  ['recovery codes', () => ['/api/auth/second-factor/recovery-codes', { json: {} }]],
  ['a passkey less', () => [`/api/auth/passkeys/${NO_ID}/remove`, { json: {} }]],
];
type Taking = (typeof TAKINGS)[number][1];
const aKey: Taking = ({ id }) => [`/api/users/${id}/api-keys`, { json: { name: 'thief', scopes: null } }];
const firstKey: Taking = ({ id }) => [`/api/users/${id}/api-key`, { method: 'POST' }];
const take = (taking: Taking) => person.withCookie(...taking(person));
const stepUp = (json: object) => person.withCookie('/api/auth/step-up', { json });

describe('a session that is older than ten minutes', () => {
  test.each(TAKINGS)('does not get %s', async (_what, taking) => {
    app.clock.advance(10 * MINUTE_MS + 1000);
    const refused = await take(taking);
    expect(refused.status).toBe(403);
    expect(await codeOf(refused)).toBe('step_up_required');
  });

  test('that brings the password with one action has shown it for the next ones', async () => {
    app.clock.advance(11 * MINUTE_MS);
    const json = { password: person.password };
    expect((await person.withCookie('/api/auth/second-factor/totp', { json })).ok).toBe(true);
    app.clock.advance(10 * MINUTE_MS - 1);
    expect((await take(aKey)).status).toBe(201);
  });

  test('takes it with the password, for ten minutes', async () => {
    app.clock.advance(11 * MINUTE_MS);
    const wrong = await stepUp({ password: 'a guess' });
    expect(wrong.status).toBe(422);
    expect(await codeOf(wrong)).toBe('wrong_password');
    expect(await codeOf(await take(aKey))).toBe('step_up_required');
    expect((await stepUp({ password: person.password })).status).toBe(204);
    app.clock.advance(10 * MINUTE_MS - 1);
    expect((await take(aKey)).status).toBe(201);
    app.clock.advance(1);
    expect(await codeOf(await take(firstKey))).toBe('step_up_required');
    const log = await app.deps.db.select().from(auditLog).where(eq(auditLog.subjectUserId, person.id));
    expect(log.filter(({ action }) => action === 'session.stepped_up')).toHaveLength(1);
  });

  test('does everything else as before', async () => {
    app.clock.advance(60 * MINUTE_MS);
    const renamed = await person.withCookie(`/api/users/${person.id}`, { put: { fullName: 'Grace Hopper' } });
    expect(renamed.status).toBe(200);
  });

  test('with a second factor needs that as well, and which there is, is told', async () => {
    const { secret, recoveryCodes } = await enableTotp(app, person);
    expect((await take(aKey)).status).toBe(201);
    app.clock.advance(11 * MINUTE_MS);
    const refused = await take(firstKey);
    expect(await refused.json()).toMatchObject({ code: 'step_up_required', methods: ['totp', 'recovery_code'] });
    const { password } = person;
    expect((await stepUp({ password })).status).toBe(422);
    expect((await stepUp({ password, code: '000000' })).status).toBe(422);
    expect(await codeOf(await take(firstKey))).toBe('step_up_required');
    // The password in the request itself is not enough either.
    const codes = await person.withCookie('/api/auth/second-factor/recovery-codes', { json: { password } });
    expect(await codeOf(codes)).toBe('step_up_required');
    expect((await stepUp({ password, code: nextCode(app.clock, secret) })).status).toBe(204);
    expect((await take(firstKey)).status).toBe(201);
    app.clock.advance(11 * MINUTE_MS);
    expect((await stepUp({ password, code: recoveryCodes[0] })).status).toBe(204);
  });
});

test('a key cannot step up, and nobody can for another', async () => {
  expect((await person.as('/api/auth/step-up', { json: { password: person.password } })).status).toBe(403);
  const other = await signUp(app);
  app.clock.advance(11 * MINUTE_MS);
  expect((await other.withCookie('/api/auth/step-up', { json: { password: other.password } })).status).toBe(204);
  expect(await codeOf(await take(aKey))).toBe('step_up_required');
});
