import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { bought } from '../api/numbers/numbers.ts';
import { forward, plan } from '../api/voice/incoming.ts';
import { credit, eventually } from '../kit/index.ts';
import { CARRIER_ADDRESS } from './sipp.ts';
import { challenged, type Message, openTelephone, parse, request } from './telephone.ts';
import { sipAppWithEdge } from './sip-app.ts';
import { makeTrunk, REALM, type Trunk } from './trunk.ts';

/** Calls that the edge (Kamailio) signs for carriers: RFC 8224, RFC 8225, RFC 8588. */

const CERTIFICATE_URL = 'https://certificates.example.com/topline.pem';
const TO = '447911123456';
const STRANGER = '447911000001';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const folder = await mkdtemp(join(tmpdir(), 'topline-signed-'));
const key = join(folder, 'key.pem');
await Bun.write(key, privateKey.export({ type: 'sec1', format: 'pem' }));
const { carrier, app, edge } = await sipAppWithEdge(
  {},
  { SIP_STIR_KEY: key, SIP_STIR_CERTIFICATE_URL: CERTIFICATE_URL },
);
afterAll(() => rm(folder, { recursive: true }));
let trunk: Trunk;
let own: { id: string; number: string };
beforeEach(async () => {
  trunk = await makeTrunk(app);
  own = await bought(trunk.person);
  carrier.taken.length = 0;
});

const invited = (): Promise<Message> =>
  eventually('the carrier is called', async () => carrier.taken.find(({ first }) => first.startsWith('INVITE ')));

const decoded = (part = ''): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
const claims = z.object({
  attest: z.string(),
  dest: z.object({ tn: z.string().array() }),
  iat: z.number(),
  orig: z.object({ tn: z.string() }),
  origid: z.uuid(),
});

/** The claims of an INVITE under our key. */
function signedBy(invite: Message) {
  const identity = invite.header('Identity') ?? '';
  const [token = '', ...parameters] = identity.split(';');
  const [header, payload, signature = ''] = token.split('.');
  expect(parameters.toSorted()).toEqual([
    ...['alg=ES256', `info=<${CERTIFICATE_URL}>`].toSorted(),
    expect.stringMatching(/^ppt="?shaken"?$/),
  ]);
  expect(decoded(header)).toEqual({ alg: 'ES256', ppt: 'shaken', typ: 'passport', x5u: CERTIFICATE_URL });
  const isOurs = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isOurs, 'the signature is that of our key').toBe(true);
  const { iat, ...said } = claims.parse(decoded(payload));
  expect(Math.abs(Date.now() / 1000 - iat)).toBeLessThan(60);
  expect(Math.abs(Date.parse(invite.header('Date') ?? '') / 1000 - iat)).toBeLessThan(60);
  return said;
}

const call = async (headers: readonly string[]) => {
  const phone = await openTelephone();
  await challenged(phone, edge.port, trunk.credentials, {
    ...{ method: 'INVITE', uri: `sip:+${TO}@127.0.0.1:${edge.port}`, callId: crypto.randomUUID() },
    more: [`From: <sip:${own.number}@${REALM}>;tag=f`, ...headers],
  });
  phone.close();
  return invited();
};

test('a caller from a number of their own is vouched for, by a signature of this moment', async () => {
  const invite = await call(['Date: Mon, 01 Jan 2024 00:00:00 GMT', 'Identity: forged']);
  expect(invite.text.match(/^Identity:/gm)).toHaveLength(1);
  expect(signedBy(invite)).toMatchObject({ attest: 'A', orig: { tn: own.number.slice(1) }, dest: { tn: [TO] } });
});

test('a withheld number is in no signature', async () => {
  const invite = await call(['Privacy: id']);
  expect(invite.header('From')).toContain('anonymous');
  expect(invite.header('Identity')).toBeUndefined();
});

test('for a forwarded call we say that we do not know its caller', async () => {
  await credit(app, trunk.person, '10.00');
  await plan(trunk.person, own.id, [forward(`+${TO}`)]);
  const caller = await openTelephone(CARRIER_ADDRESS);
  const lines = request(caller, {
    ...{ method: 'INVITE', uri: `sip:${own.number}@127.0.0.1:${edge.port}`, callId: crypto.randomUUID() },
    more: [`From: <sip:${STRANGER}@carrier.example>;tag=c`, `Contact: <sip:gateway@${CARRIER_ADDRESS}:${caller.port}>`],
  });
  caller.send(lines, edge.port);
  const invite = await invited();
  caller.close();
  const signed = signedBy(invite);
  expect(signed).toMatchObject({ attest: 'C', dest: { tn: [TO] } });
  expect(signed.orig.tn).toBe(
    parse(invite.text)
      .header('From')
      ?.match(/\d{7,}/)?.[0] ?? '',
  );
});
