import { createHash } from 'node:crypto';
import { call, expectProblem, newNumber, readAnswer, signIn } from '../../kit/index.ts';
import { rotateSipCredentials } from '../../../src/services/trunks/contract.ts';
import { NAMED, pathOf } from './requests.ts';
import { activeTrunk } from './things.ts';
import { makeOwner, SIP_PROXY_TOKEN, startWorld } from './world.ts';

/** The last chapter of docs/security.md about something stolen, where no other test shows it. */

const world = await startWorld();
const owner = await makeOwner(world);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a customer’s session', () => {
  test('reads and spends within the limits, and is over when its owner ends it', async () => {
    const cookie = await signIn(world.app, owner);
    const path = `/api/users/${owner.id}`;
    expect((await call(world.app, path, {}, { cookie })).status).toBe(200);
    await world.app.deps.sql`update users set daily_limit = 0.05 where id = ${owner.id}`;
    const send = (...recipients: string[]) =>
      call(world.app, `${path}/sms`, { json: { senderId: 'Topline', recipients, message: 'Hello' } }, { cookie });
    expect((await send(newNumber())).status).toBe(201);
    await expectProblem(await send(newNumber(), newNumber()), 'spend_limit_reached');
    expect((await owner.withCookie(`${path}/sessions`, { method: 'DELETE' })).status).toBe(204);
    await expectProblem(await call(world.app, path, {}, { cookie }), 'not_signed_in');
  });
});

describe('a SIP secret', () => {
  test('opens nothing of the account, and ends when another one is made', async () => {
    const { packageId } = await activeTrunk(world, owner);
    const make = () =>
      owner.withCookie(`/api/users/${owner.id}/voice-packages/${packageId}/credentials`, { method: 'POST' });
    const { username, realm, secret } = await readAnswer(await make(), rotateSipCredentials);
    await expectProblem(await call(world.app, `/api/users/${owner.id}`, {}, bearer(secret)), 'not_signed_in');
    const hex = (text: string) => createHash('sha256').update(text).digest('hex');
    const ask = async () => {
      const [nonce, uri] = ['a-nonce', 'sip:+442071234567@sip.example.com'];
      const ha1 = hex(`${username}:${realm}:${secret}`);
      const response = hex(`${ha1}:${nonce}:${hex(`INVITE:${uri}`)}`);
      const json = { username, realm, nonce, uri, method: 'INVITE', response, algorithm: 'SHA-256' };
      return call(world.app, '/api/sip/authenticate', { json }, bearer(SIP_PROXY_TOKEN));
    };
    expect((await ask()).status).toBe(200);
    expect((await make()).status).toBe(201);
    await expectProblem(await ask(), 'bad_signature');
  });
});

describe('the token of the SIP edge', () => {
  test.each(NAMED.filter(([, { path, access }]) => !path.startsWith('/api/sip/') && access !== 'public'))(
    'opens nothing else: %s',
    async (_place, endpoint) => {
      const { method } = endpoint;
      const path = pathOf(endpoint, { id: owner.id });
      await expectProblem(await call(world.app, path, { method }, bearer(SIP_PROXY_TOKEN)), 'not_signed_in');
    },
  );
});

describe('the content of the database', () => {
  test('signs nobody in: the hashes of sessions and keys are no credentials', async () => {
    const { sql } = world.app.deps;
    const rows = await sql<{ hash: string }[]>`
      select token_hash as hash from sessions union all select token_hash from api_keys
      union all select token_hash from known_devices`;
    expect(rows.length).toBeGreaterThan(2);
    for (const { hash } of rows) {
      for (const headers of [bearer(hash), bearer(`tl_live_${hash}`), { cookie: `__Host-session=${hash}` }])
        await expectProblem(await call(world.app, '/api/auth/session', {}, headers), 'not_signed_in');
    }
  });
});
