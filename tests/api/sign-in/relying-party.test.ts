import { brands } from '../../../db/schema/index.ts';
import { relyingParty } from '../../../src/callers/sign-in/passkeys/relying-party.ts';
import { appForFile, makeReseller } from '../../kit/index.ts';

const app = await appForFile({ env: { PUBLIC_URL: 'https://topline.example' } });

const partyAt = (host: string, publicUrl = 'https://topline.example') =>
  relyingParty(
    { db: app.deps.db, config: { ...app.deps.config, publicUrl } },
    new Request('http://internal/', { headers: { host } }),
  );
const HOME = { hostName: 'topline.example', origin: 'https://topline.example', name: 'Topline' };

test('at our own address passkeys are made for that address', async () => {
  expect(await partyAt('topline.example')).toEqual(HOME);
});

test('a host name that nobody has set up is not believed', async () => {
  for (const host of ['evil.example', 'localhost:3000', 'topline.example.evil', '127.0.0.1:3000', '']) {
    expect(await partyAt(host)).toEqual(HOME);
  }
});

test('a reseller’s portal has passkeys of its own, under its own name', async () => {
  const reseller = await makeReseller(app);
  await app.deps.db.insert(brands).values({
    userId: reseller.id,
    name: 'Acme Telecom',
    hostName: 'portal.acme.example',
    hostProvenAt: app.clock.now(),
    updatedAt: app.clock.now(),
  });
  expect(await partyAt('Portal.acme.example')).toEqual({
    hostName: 'portal.acme.example',
    origin: 'https://portal.acme.example',
    name: 'Acme Telecom',
  });
});

test('on localhost there are passkeys; at an address that is a number there are none', async () => {
  expect(await partyAt('localhost:4000', 'http://127.0.0.1:3000')).toEqual({
    hostName: 'localhost',
    origin: 'http://localhost:4000',
    name: 'Topline',
  });
  expect(await partyAt('127.0.0.1:3000', 'http://127.0.0.1:3000')).toBeNull();
});
