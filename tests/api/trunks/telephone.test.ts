import { openTelephone } from '../../../src/services/trunks/contract.ts';
import { addPerson } from '../../kit/people.ts';
import { appForFile, call, codeOf, funded, makeAdmin, readAnswer, signIn, suspend } from '../../kit/index.ts';
import { PROXY_TOKEN, SIP_SETTINGS, trunkFor } from '../../sip/trunk.ts';
import { digestOf } from './digest.ts';

const app = await appForFile({ env: { ...SIP_SETTINGS, SIP_WEBSOCKET_URL: 'wss://sip.example.com:8443' } });
const trunkOf = async () => trunkFor(await funded(app, '3000.00'), 'basic');
const { person: owner, trunkId, credentials } = await trunkOf();
const openAs = (cookie: string) =>
  call(app, `/api/users/${owner.id}/voice-packages/${trunkId}/telephone`, { method: 'POST' }, { cookie });

/** Opens a telephone: as its edge is shown it. */
async function opened(cookie: string) {
  const { realm, digestUsername: username, secret } = await readAnswer(openAs(cookie), openTelephone);
  return { realm, username, secret };
}

/** The answer to the edge that is shown a telephone, perhaps by another name. */
async function asks(phone: Awaited<ReturnType<typeof opened>>, username = phone.username): Promise<string | number> {
  const headers = { authorization: `Bearer ${PROXY_TOKEN}` };
  const answer = await call(app, '/api/sip/authenticate', { json: digestOf({ ...phone, username }), headers });
  return answer.status === 200 ? 200 : codeOf(answer);
}

test('a telephone is of its session, for an hour, and no change of its name makes it another one', async () => {
  const phone = await opened(owner.cookie);
  expect(await asks(phone)).toBe(200);
  const [, session = '', until = ''] = phone.username.split('.');
  const name = (trunk: string, its: string, end: string) => [trunk, its, end].join('.');
  expect(await asks(phone, name(credentials.username, session, `${Number(until) + 1}`))).toBe('bad_signature');
  expect(await asks(phone, name((await trunkOf()).credentials.username, session, until))).toBe('not_found');
  app.clock.advance(3_600_000);
  expect(await asks(phone)).toBe('not_found');
});

test('it ends with its session, the role of whoever has it, and the account; an administrator’s is none', async () => {
  const cookie = await signIn(app, owner);
  const phone = await opened(cookie);
  await call(app, '/api/auth/logout', { method: 'POST' }, { cookie });
  expect(await asks(phone)).toBe('not_found');
  const sender = await addPerson(app, owner, 'sender');
  const theirs = await opened(sender.cookie);
  expect(await asks(theirs)).toBe(200);
  await app.deps.sql`update people set role = 'reader' where account_id = ${owner.id}`;
  expect(await asks(theirs)).toBe('forbidden');
  await app.deps.sql`delete from people where account_id = ${owner.id}`;
  expect(await asks(theirs)).toBe('not_found');
  expect(await asks(await opened((await makeAdmin(app)).cookie))).toBe('not_found');
  const own = await opened(owner.cookie);
  await suspend(app, owner);
  expect(await asks(own)).toBe('account_suspended');
});

test('the page may use the microphone and the server of the telephone', async () => {
  const { headers } = await fetch(`${app.url}/login`);
  expect(headers.get('content-security-policy')).toEndWith("; connect-src 'self' wss://sip.example.com:8443");
  expect(headers.get('permissions-policy')).toContain('microphone=(self)');
});
