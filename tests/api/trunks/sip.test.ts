import { auditLog, sipCredentials } from '../../../db/schema/index.ts';
import { call, funded, signUp, suspend, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, readAnswer, startTestApp } from '../../kit/index.ts';
import { buyTrunk, orderTrunk, trunkOf } from '../payments/orders.ts';
import { type Credentials, digestOf, hex } from './digest.ts';
import { rotateSipCredentials } from '../../../src/services/trunks/contract.ts';

const TOKEN = 'a proxy’s own long secret'.replaceAll(/[^a-z]/g, '-');
let person: TestActor;
let packageId: string;
const app = await appForFile({ env: { SIP_PROXY_TOKEN: TOKEN, SIP_REALM: 'sip.example.com' } });
beforeEach(async () => {
  person = await funded(app, '2000.00');
  ({ id: packageId } = await buyTrunk(person));
});

const rotateAs = (who: TestActor, id = packageId) =>
  who.withCookie(`/api/users/${person.id}/voice-packages/${id}/credentials`, { method: 'POST' });

const rotate = (): Promise<Credentials> => readAnswer(rotateAs(person), rotateSipCredentials);

const ask = (json: object, authorization = `Bearer ${TOKEN}`) =>
  call(app, '/api/sip/authenticate', { json, headers: { authorization } });

describe('SIP credentials', () => {
  test('are shown once, and kept sealed', async () => {
    const made = await rotate();
    expect(made.realm).toBe('sip.example.com');
    expect(made.username).toMatch(/^tl[0-9a-f]{12}$/);
    const { sip } = await trunkOf(person, packageId);
    expect(sip).toMatchObject({ realm: made.realm, username: made.username });
    const kept = JSON.stringify([
      await app.deps.db.select().from(sipCredentials),
      await app.deps.db.select().from(auditLog),
    ]);
    const { username, realm, secret } = made;
    const hashes = (['md5', 'sha256'] as const).map((each) => hex(each, `${username}:${realm}:${secret}`));
    for (const each of [secret, ...hashes]) expect(kept).not.toContain(each);
  });

  test('belong to an active package and to its owner signed in', async () => {
    const waiting = await orderTrunk(person, 'enterprise');
    expect((await rotateAs(person, waiting.id)).status).toBe(409);
    expect((await rotateAs(person, crypto.randomUUID())).status).toBe(404);
    expect((await rotateAs(await signUp(app))).status).toBe(403);
    const path = `/api/users/${person.id}/voice-packages/${packageId}/credentials`;
    expect((await person.as(path, { method: 'POST' })).status).toBe(403);
  });
});

describe('POST /api/sip/authenticate', () => {
  test.each(['md5', 'sha256'] as const)('knows the secret from its %s digest', async (hash) => {
    expect(await (await ask(digestOf(await rotate(), hash))).json()).toMatchObject({
      userId: person.id,
      packageId,
      packageType: 'basic',
      minutesLeft: 2000,
    });
  });

  test('takes the older form without qop', async () => {
    const { realm, username, secret } = await rotate();
    const ha1 = hex('md5', `${username}:${realm}:${secret}`);
    const request = { realm, username, nonce: 'f3a1', uri: 'sip:x', method: 'INVITE' };
    const response = hex('md5', `${ha1}:f3a1:${hex('md5', 'INVITE:sip:x')}`);
    expect((await ask({ ...request, response })).status).toBe(200);
  });

  test.each([
    ['another method', { method: 'INVITE' }],
    ['another address', { uri: 'sip:elsewhere' }],
    ['another nonce', { nonce: 'f3a2' }],
    ['another count', { nc: '00000002' }],
    ['another client nonce', { cnonce: 'ffff' }],
    ['the other algorithm', { algorithm: 'SHA-256' }],
    ['no qop', { qop: undefined }],
  ])('refuses a digest made for %s', async (_what, more) => {
    await expectProblem(await ask(digestOf(await rotate(), 'md5', more)), 'bad_signature');
  });

  test('a trunk that wants SHA-256 is not known by MD5, until it takes it again', async () => {
    const path = `/api/users/${person.id}/voice-packages/${packageId}/credentials`;
    const choose = (digestAlgorithm: string) => person.as(path, { method: 'PUT', json: { digestAlgorithm } });
    await expectProblem(await choose('SHA-256'), 'not_allowed_now');
    const known = await rotate();
    expect(await (await choose('SHA-256')).json()).toMatchObject({ sip: { digestAlgorithm: 'SHA-256' } });
    expect((await ask(digestOf(known))).status).toBe(403);
    expect((await ask(digestOf(known, 'sha256'))).status).toBe(200);
    // A new secret changes nothing of that.
    const next = await rotate();
    expect((await ask(digestOf(next))).status).toBe(403);
    expect((await choose('SHA-1')).status).toBe(422);
    expect((await choose('MD5')).status).toBe(200);
    expect((await ask(digestOf(next))).status).toBe(200);
  });

  test('a replaced secret stops working', async () => {
    const old = await rotate();
    const next = await rotate();
    expect((await ask(digestOf(old))).status).toBe(403);
    expect((await ask(digestOf(next))).status).toBe(200);
  });

  test('an unknown user or realm is 404', async () => {
    const known = await rotate();
    expect((await ask(digestOf({ ...known, username: 'tl000000000000' }))).status).toBe(404);
    expect((await ask(digestOf({ ...known, realm: 'elsewhere.example' }))).status).toBe(404);
  });

  test('a suspended customer is refused', async () => {
    const known = await rotate();
    await suspend(app, person);
    await expectProblem(await ask(digestOf(known)), 'account_suspended');
  });

  test('an expired package is refused', async () => {
    const known = await rotate();
    app.clock.advance(366 * 86_400_000);
    const response = await ask(digestOf(known));
    app.clock.advance(-366 * 86_400_000);
    await expectProblem(response, 'forbidden');
  });

  test('qop wants its count and nonce', async () => {
    expect((await ask(digestOf(await rotate(), 'md5', { cnonce: undefined }))).status).toBe(422);
  });

  test('is for the proxy alone', async () => {
    const answer = digestOf(await rotate());
    for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${person.key}`]) {
      expect((await ask(answer, authorization)).status).toBe(401);
    }
    const closed = await startTestApp({ databaseUrl: app.databaseUrl, background: false });
    const response = await call(closed, '/api/sip/authenticate', {
      json: answer,
      headers: { authorization: 'Bearer null' },
    });
    await closed.stop();
    expect(response.status).toBe(401);
  });
});
