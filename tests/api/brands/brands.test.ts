import { request as httpRequest } from 'node:http';
import { z } from 'zod';
import { brand as brandSchema, support, brandSettings } from '../../../src/resale/brands/contract.ts';
import { getBanner } from '../../../src/admin/settings/contract.ts';
import { makeAdmin, makeReseller, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, makeCustomer, parseAs, readAnswer, readAs, startTestApp } from '../../kit/index.ts';
import { proveHost } from '../../kit/brands.ts';
import { SAMPLES } from '../uploads/uploads.ts';
import { setAs } from '../admin/settings.ts';
import { purchaseOf, submitAs } from '../payments/payments.ts';
import { requestUpload } from '../../../src/edge/uploads/contract.ts';

const SUPPORT = { MAIL_SUPPORT: 'help@us.example', SUPPORT_CHAT: '@us', SUPPORT_WHATSAPP: '+447911123456' };
let reseller: TestActor;
let made = 0;
let hostName = '';
const app = await appForFile({ env: SUPPORT });
beforeEach(async () => {
  reseller = await makeReseller(app);
  hostName = `portal-${++made}.example.com`;
});

/** Sets a brand; its host name is proven at once. */
async function setBrand(json: object, of = reseller): Promise<Response> {
  const response = await of.as(`/api/users/${of.id}/brand`, { method: 'PUT', json: { name: 'Acme Telecom', ...json } });
  if (response.ok) await proveHost(app, of);
  return response;
}

/** Calls with a chosen Host header, which `fetch` does not allow. */
const callAt = (host: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const sent = httpRequest(
      { hostname, port, path, method: body === undefined ? 'GET' : 'POST', headers: { ...headers, host } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

const brandAt = async (host: string) => {
  const { status, text } = await callAt(host, '/api/brand');
  expect(status).toBe(200);
  return parseAs(text, z.object({ brand: brandSchema.nullable() })).brand;
};

async function upload(person: TestActor, content: Buffer): Promise<string> {
  const asked = await person.as('/api/objects/upload', { method: 'PUT', json: {} });
  const { uploadURL, objectPath } = await readAnswer(asked, requestUpload);
  expect((await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(content) })).status).toBe(200);
  return objectPath;
}

test('a brand shows on its own host, whatever its port and case, and nowhere else', async () => {
  const supportEmail = 'help@acme.example';
  const response = await setBrand({ color: '#AA3300', supportEmail, hostName: hostName.toUpperCase() });
  expect(await response.json()).toMatchObject({
    brand: {
      name: 'Acme Telecom',
      color: '#aa3300',
      logoUrl: null,
      supportEmail,
      hostName,
      cryptoPayments: false,
    },
  });
  const shown = {
    name: 'Acme Telecom',
    color: '#aa3300',
    logoUrl: null,
    supportEmail,
    supportChat: null,
    supportWhatsApp: null,
    cryptoPayments: false,
  };
  expect(await brandAt(hostName)).toEqual(shown);
  expect(await brandAt(`${hostName.toUpperCase()}:8443`)).toEqual(shown);
  expect((await callAt('localhost', `/api/brands/host?domain=${hostName}`)).status).toBe(200);
  expect((await callAt('localhost', `/api/brands/host?domain=x.${hostName}`)).status).toBe(404);
  for (const host of ['localhost', 'x.example.com', `${hostName}.evil.com`]) {
    expect(await brandAt(host)).toBeNull();
  }
  for (const host of [`${hostName}/`, "' or 1=1--"]) {
    expect((await callAt(host, '/api/brand')).status).toBe(400);
  }
});

test('our own host says how our support is reached, a brand’s does not', async () => {
  await setBrand({ hostName });
  const supportAt = async (host: string) =>
    parseAs((await callAt(host, '/api/brand')).text, z.object({ support: support.nullable() })).support;
  expect(await supportAt('localhost')).toEqual({ email: 'help@us.example', chat: '@us', whatsApp: '+447911123456' });
  expect(await supportAt(hostName)).toBeNull();
  // Nor are our prices a brand's.
  expect((await callAt('localhost', '/api/prices?country=GB')).status).toBe(200);
  expect((await callAt(hostName, '/api/prices?country=GB')).status).toBe(404);
});

test('a brand has a chat handle and a WhatsApp number of its own, for its customers', async () => {
  const given = { supportEmail: null, supportChat: ' @acme ', supportWhatsApp: '+44 (7911) 123-456' };
  expect((await setBrand({ hostName, ...given })).status).toBe(200);
  const shown = { supportEmail: null, supportChat: '@acme', supportWhatsApp: '+447911123456' };
  expect(await brandAt(hostName)).toMatchObject(shown);
  const customer = await makeCustomer(app, reseller);
  expect(await (await customer.as(`/api/users/${customer.id}/portal`)).json()).toMatchObject({ brand: shown });
  for (const [field, value] of [
    ['supportChat', 'x'.repeat(61)],
    ['supportWhatsApp', '07911 123456'],
    ['supportWhatsApp', 'javascript:alert(1)'],
  ] as const) {
    const refused = await setBrand({ [field]: value });
    expect(await refused.json()).toMatchObject({ status: 422, errors: [{ path: field }] });
  }
  // A field that is left out is cleared.
  await setBrand({ hostName });
  expect(await brandAt(hostName)).toMatchObject({ supportChat: null, supportWhatsApp: null });
});

test('a customer sees it on any host, others do not', async () => {
  const customer = await makeCustomer(app, reseller);
  const portalOf = async (person: TestActor) =>
    await readAs(person.as(`/api/users/${person.id}/portal`), z.looseObject({ brand: brandSchema.nullable() }));
  expect(await portalOf(customer)).toEqual({ brand: null });
  await setBrand({});
  expect((await portalOf(customer)).brand?.name).toBe('Acme Telecom');
  expect(await portalOf(await signUp(app))).toEqual({ brand: null });
});

describe('a host name', () => {
  test('belongs to one brand', async () => {
    await setBrand({ hostName });
    const other = await makeReseller(app);
    expect(await (await setBrand({ hostName: hostName.toUpperCase() }, other)).json()).toMatchObject({
      status: 422,
      errors: [{ path: 'hostName', message: 'This host name belongs to another portal' }],
    });
    expect((await setBrand({ hostName })).status).toBe(200);
  });

  test.each(['localhost', '10.0.0.1', 'no spaces.example.com', 'https://a.example.com', 'a.b/c', '*.b.com'])(
    'is not %p',
    async (name) => {
      const response = await setBrand({ hostName: name });
      expect(await response.json()).toMatchObject({ status: 422, errors: [{ path: 'hostName' }] });
    },
  );

  test('that a brand gave up is nobody else’s for 30 days', async () => {
    expect((await setBrand({ hostName })).status).toBe(200);
    expect((await setBrand({ hostName: `new-${hostName}` })).status).toBe(200);
    const other = await makeReseller(app, undefined, new Date(app.clock.now().getTime() + 90 * 86_400_000));
    expect(await (await setBrand({ hostName }, other)).json()).toMatchObject({
      status: 422,
      errors: [{ path: 'hostName' }],
    });
    // The brand that gave it up may have it again, and gives it up again.
    expect((await setBrand({ hostName })).status).toBe(200);
    expect((await setBrand({}, reseller)).status).toBe(200);
    app.clock.advance(31 * 86_400_000);
    expect((await setBrand({ hostName }, other)).status).toBe(200);
  });

  test('is not ours', async () => {
    await using own = await startTestApp({ env: { PUBLIC_URL: 'https://topline.example' } });
    const person = await makeReseller(own);
    const ours = ['topline.example', 'shop.topline.example', 'topline.example.evil.com', 'my-topline.example'];
    for (const name of ours) {
      expect((await setBrand({ hostName: name }, person)).status).toBe(422);
    }
  });
});

test('its pages may sign in and register from there; another site may not', async () => {
  await setBrand({ hostName });
  const headers = (origin: string) => ({ 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' });
  const email = `new-${made}@example.com`;
  const body = JSON.stringify({ email, password: 'correct horse', fullName: 'New Customer' });
  const foreign = await callAt(hostName, '/api/auth/register', headers('https://evil.example'), body);
  expect(JSON.parse(foreign.text)).toMatchObject({ status: 403, code: 'bad_origin' });
  expect((await callAt(hostName, '/api/auth/register', headers(`https://${hostName}`), body)).status).toBe(201);
  // A person who registers on a reseller's host is that reseller's customer.
  const list = await readAs(
    reseller.as(`/api/users/${reseller.id}/customers`),
    z.looseObject({ email: z.string() }).array(),
  );
  expect(list.map((customer) => customer.email)).toEqual([email]);
});

describe('a logo', () => {
  test('is public once it is set, and not before', async () => {
    const logoUrl = await upload(reseller, SAMPLES['image/png']);
    const id = logoUrl.slice(-36);
    expect((await app.fetch(`/api/brands/${id}/logo`)).status).toBe(404);
    const { brand } = await readAs(setBrand({ logoUrl }), z.object({ brand: brandSettings }));
    expect(brand.logoUrl).toBe(`/api/brands/${id}/logo`);
    const shown = await app.fetch(brand.logoUrl ?? '');
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(SAMPLES['image/png']);
    // Kept by its present address, and gone once it is left out.
    await setBrand({ logoUrl: brand.logoUrl });
    expect((await app.fetch(`/api/brands/${id}/logo`)).status).toBe(200);
    await setBrand({});
    expect((await app.fetch(`/api/brands/${id}/logo`)).status).toBe(404);
  });

  test('must be an image that the reseller uploaded', async () => {
    const document = await upload(reseller, SAMPLES['application/pdf']);
    const foreign = await upload(await signUp(app), SAMPLES['image/png']);
    for (const logoUrl of [document, foreign, `/api/objects/${Bun.randomUUIDv7()}`]) {
      const response = await setBrand({ logoUrl });
      expect(await response.json()).toMatchObject({ status: 422, errors: [{ path: 'logoUrl' }] });
    }
  });
});

test.each(['PayPal', 'Pay-Pal', 'PAYPAL Support', 'P4yP4l', 'Páypal', 'Topline', 'Top line', 'HSBC Bank'])(
  'does not carry a name that everybody knows: %p',
  async (name) => {
    expect(await (await setBrand({ name })).json()).toMatchObject({ status: 422, errors: [{ path: 'name' }] });
    expect((await setBrand({ name: 'Wisewell Telecom' })).status).toBe(200);
  },
);

test('needs a package that is running', async () => {
  const person = await signUp(app);
  expect(await (await setBrand({}, person)).json()).toMatchObject({ status: 409, code: 'not_allowed_now' });
});

test('coins are for customers only where the reseller allows them', async () => {
  const customer = await makeCustomer(app, reseller);
  const coins = async () => await readAs(customer.as('/api/coins'), z.unknown().array());
  expect(await coins()).toEqual([]);
  for (const json of [purchaseOf(), purchaseOf({ type: 'voice_package', voicePackageId: Bun.randomUUIDv7() })]) {
    expect(await (await submitAs(customer, json)).json()).toMatchObject({ status: 409, code: 'not_allowed_now' });
  }
  await setBrand({ cryptoPayments: true });
  expect((await coins()).length).toBeGreaterThan(0);
  expect((await submitAs(customer, purchaseOf())).status).toBe(201);
  await setBrand({ cryptoPayments: false });
  expect(await coins()).toEqual([]);
  expect((await readAs(reseller.as('/api/coins'), z.unknown().array())).length).toBeGreaterThan(0);
});

test('a brand’s banner stands before ours on its customers’ pages, between its times, and on nobody else’s', async () => {
  const customer = await makeCustomer(app, reseller);
  const admin = await makeAdmin(app);
  const shown = async (to: TestActor) => {
    const { banner, changesAt } = await readAnswer(to.as('/api/banner'), getBanner);
    return [banner?.text ?? null, changesAt];
  };
  await setAs(admin, 'banner', JSON.stringify({ text: 'Ours' }));
  const at = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
  const [from, to] = [at(1), at(3)];
  await setBrand({ banner: { text: 'Theirs', from, to } });
  expect(await shown(customer)).toEqual(['Ours', from]);
  app.clock.advance(3_600_000);
  expect(await shown(customer)).toEqual(['Theirs', to]);
  for (const other of [reseller, await makeCustomer(app, await makeReseller(app))]) {
    expect(await shown(other)).toEqual(['Ours', null]);
  }
  app.clock.advance(2 * 3_600_000);
  expect(await shown(customer)).toEqual(['Ours', null]);
  await setBrand({});
  const wrong = [{ text: '' }, { text: 'x'.repeat(201) }, { text: 'Work', from: to, to: from }, 'Work'];
  for (const banner of wrong) expect((await setBrand({ banner })).status).toBe(422);
});
