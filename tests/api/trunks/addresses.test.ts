import { sipLocation } from '../../../db/schema/index.ts';
import { authorizeSipCall } from '../../../src/services/sip/contract.ts';
import type { Trunk } from '../../../src/services/trunks/contract.ts';
import { appForFile, call, expectProblem, readAnswer, suspend, type TestActor } from '../../kit/index.ts';
import { makeTrunk, PROXY_TOKEN, SIP_SETTINGS, type Trunk as OwnTrunk, callsOf } from '../../sip/trunk.ts';
import { newDialog } from '../endpoints/sip-things.ts';
import { orderTrunk, trunkOf } from '../payments/orders.ts';

const app = await appForFile({ env: SIP_SETTINGS });
let trunk: OwnTrunk;
let block = 0;
/** Addresses that no other test has. */
let network = '';
beforeEach(async () => {
  trunk = await makeTrunk(app);
  block += 1;
  network = `198.41.${block}`;
});

const put = (person: TestActor, trunkId: string, json: object) =>
  person.withCookie(`/api/users/${person.id}/voice-packages/${trunkId}/addresses`, { method: 'PUT', json });
const choose = (networks: string[], more: object = {}, { person, trunkId } = trunk) =>
  put(person, trunkId, { networks, ...more });

const ask = (address: string, more: { transport?: string; destination?: string } = {}) =>
  call(app, '/api/sip/calls', {
    json: {
      digest: null,
      sender: { address, transport: more.transport ?? 'tls' },
      destination: more.destination ?? '447911123456',
      ...newDialog(),
    },
    headers: { authorization: `Bearer ${PROXY_TOKEN}` },
  });

describe('the addresses of a trunk', () => {
  test('are shown as they are kept: as networks, each once', async () => {
    const chosen = await choose([`${network}.7/28`, `${network}.0/28`, `${network}.99`, '2001:500:2::1/64'], {
      prefix: '12',
    });
    expect(chosen.status).toBe(200);
    const addresses: Trunk['addresses'] = {
      networks: [`${network}.0/28`, `${network}.99`, '2001:500:2::/64'],
      prefix: '12',
      overUdp: false,
    };
    expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ addresses });
    expect((await choose([])).status).toBe(200);
    expect((await trunkOf(trunk.person, trunk.trunkId)).addresses).toBeNull();
  });

  test.each([
    ['private ones', ['192.168.1.1']],
    ['a private network', ['10.1.2.0/24']],
    ['addresses of this machine', ['127.0.0.1']],
    ['a link’s own', ['fe80::1']],
    ['a large network', ['198.41.0.0/23']],
    ['a large network of IPv6', ['2001:500:2::/48']],
    ['names', ['pbx.example.com']],
    ['what is none', ['198.41.0.256']],
    ['too many', Array.from({ length: 33 }, (_, at) => `198.41.255.${at}`)],
  ])('are not %s', async (_what, networks) => {
    await expectProblem(await choose(networks), 'validation_failed');
  });

  test('are of a package that runs, and chosen by its owner', async () => {
    const waiting = await orderTrunk(trunk.person, 'enterprise');
    await expectProblem(await put(trunk.person, waiting.id, { networks: [] }), 'not_allowed_now');
    const other = await makeTrunk(app);
    await expectProblem(await put(other.person, trunk.trunkId, { networks: [] }), 'not_found');
  });

  test('belong to one trunk of all accounts, by the digits before the number', async () => {
    const other = await makeTrunk(app);
    expect((await choose([`${network}.0/28`], { prefix: '12' })).status).toBe(200);
    for (const prefix of ['12', '1', '', '123']) {
      await expectProblem(await choose([`${network}.3`], { prefix }, other), 'validation_failed');
    }
    expect((await choose([`${network}.3`], { prefix: '21' }, other)).status).toBe(200);
    expect((await ask(`${network}.3`, { destination: '21447911123456' })).status).toBe(201);
    expect(await callsOf(other.person)).toMatchObject([{ destination: '+447911123456' }]);
    expect(await callsOf(trunk.person)).toEqual([]);
    // One of two that ask at once gets them.
    const both = await Promise.all([choose([`${network}.99`]), choose([`${network}.99`], {}, other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('are none from which another account’s telephone is registered', async () => {
    const { credentials } = await makeTrunk(app);
    await app.deps.db.insert(sipLocation).values({
      ...{ username: credentials.username, ruid: crypto.randomUUID(), contact: 'sip:desk@10.0.0.5:5060' },
      ...{ received: `sip:${network}.5:40001`, expires: new Date(app.clock.now().getTime() + 60_000) },
    });
    await expectProblem(await choose([`${network}.0/28`]), 'validation_failed');
    expect((await choose([`${network}.16/28`])).status).toBe(200);
  });
});

describe('a call from an address', () => {
  test('is that of its trunk, by UDP only where that was chosen', async () => {
    await choose([`${network}.1`, '2001:500:3::/64']);
    const { id } = await readAnswer(await ask(`${network}.1`), authorizeSipCall);
    expect(await callsOf(trunk.person)).toMatchObject([{ id, origin: 'trunk' }]);
    expect((await ask('2001:500:3::abcd')).status).toBe(201);
    await expectProblem(await ask(`${network}.1`, { transport: 'udp' }), 'not_found');
    await expectProblem(await ask(`${network}.2`), 'not_found');
    await choose([`${network}.2`], { overUdp: true });
    await expectProblem(await ask(`${network}.1`), 'not_found');
    await expectProblem(await ask(`${network}.2`, { transport: 'udp' }), 'too_many_calls');
  });

  test('is refused where the account is suspended or the package is over', async () => {
    await choose([`${network}.1`]);
    app.clock.advance(366 * 86_400_000);
    await expectProblem(await ask(`${network}.1`), 'forbidden');
    app.clock.advance(-366 * 86_400_000);
    await suspend(app, trunk.person);
    await expectProblem(await ask(`${network}.1`), 'account_suspended');
  });
});
