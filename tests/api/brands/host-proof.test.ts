import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditLog } from '../../../db/schema/index.ts';
import { type BrandSettings, brandSettings } from '../../../src/resale/brands/contract.ts';
import { checkHosts } from '../../../src/resale/brands/host/check-hosts.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { writeMail } from '../../../src/platform/mail/write-mail.ts';
import { brandAtHost } from '../../../src/resale/brands/find-brand.ts';
import { DAY_MS, HOUR_MS } from '../../../src/platform/kit/durations.ts';
import { appForFile, forFile, makeCustomer, makeReseller, readAs, type TestActor } from '../../kit/index.ts';
import { startDns } from '../../kit/dns.ts';
import { expectProblem, deliverMails, linkIn, mailTo } from '../../kit/index.ts';

let reseller: TestActor;
let hostName = '';
let made = 0;
const dns = await forFile(startDns());
const app = await appForFile({ background: false, env: { DNS_SERVERS: dns.address } });
beforeEach(async () => {
  hostName = `portal-${++made}.acme.example`;
  reseller = await newReseller();
});

const newReseller = () => makeReseller(app, undefined, new Date(app.clock.now().getTime() + 365 * DAY_MS));
const setBrand = (of: TestActor, json: object = { hostName }) =>
  of.as(`/api/users/${of.id}/brand`, { method: 'PUT', json: { name: 'Acme Telecom', ...json } });

type Host = NonNullable<BrandSettings['host']>;
const hostIn = async (response: Response): Promise<Host> => {
  expect(response.status).toBe(200);
  const { brand } = await readAs(response, z.object({ brand: brandSettings }));
  return brand.host ?? expect.unreachable();
};
const check = async (of: TestActor) => {
  app.clock.advance(10_000);
  return hostIn(await of.as(`/api/users/${of.id}/brand/check-host`, { method: 'POST' }));
};
const readHost = async (of: TestActor) => hostIn(await of.as(`/api/users/${of.id}/brand`));

async function publish(of: TestActor, texts?: readonly string[]): Promise<void> {
  const { record } = await readHost(of);
  dns.set(record.name, texts ?? ['v=spf1 -all', record.value]);
}

const brandServed = async (host = hostName) => (await brandAtHost(app.deps.db, host)) !== null;

async function audited(): Promise<string[]> {
  const rows = await app.deps.db.select().from(auditLog).where(eq(auditLog.subject, hostName)).orderBy(auditLog.id);
  return rows.map(({ action }) => action);
}

async function linkFor(customer: TestActor): Promise<string> {
  await transact(app.deps, (tx) => writeMail(tx, customer.id, { kind: 'low_balance', level: '5.00', balance: '1.00' }));
  await deliverMails(app);
  const { protocol, hostname } = linkIn(await mailTo(app, customer.email, /^Your balance/));
  return `${protocol}//${hostname}`;
}

test('nothing leads to a host name before its record is found', async () => {
  const { record, state } = await hostIn(await setBrand(reseller));
  expect(record.name).toBe(`_portal.${hostName}`);
  expect(record.value).toMatch(/^portal-verification=[0-9a-f]{32}$/);
  expect(state).toBe('waiting');
  expect(await brandServed()).toBe(false);
  const customer = await makeCustomer(app, reseller);
  const ours = `http://${new URL(app.deps.config.publicUrl).hostname}`;
  expect(await linkFor(customer)).toBe(ours);
  expect(await check(reseller)).toMatchObject({ state: 'waiting', fault: 'missing' });

  await publish(reseller, ['portal-verification=0123']);
  expect(await check(reseller)).toMatchObject({ state: 'waiting', fault: 'different' });
  expect(await brandServed()).toBe(false);

  await publish(reseller);
  expect(await check(reseller)).toMatchObject({ state: 'proven', fault: null });
  expect(await brandServed()).toBe(true);
  expect(await linkFor(customer)).toBe(`http://${hostName}`);
});

test('it is asked without being told to, and again each day; what is gone for a day is served no more', async () => {
  await setBrand(reseller);
  await publish(reseller);
  await checkHosts(app.deps);
  expect(await readHost(reseller)).toMatchObject({ state: 'proven' });
  const { record } = await readHost(reseller);
  const asked = () => dns.asked.filter((name) => name === record.name).length;
  const before = asked();
  app.clock.advance(23 * HOUR_MS);
  await checkHosts(app.deps);
  expect(asked()).toBe(before);

  dns.set(record.name, []);
  app.clock.advance(2 * HOUR_MS);
  await checkHosts(app.deps);
  // It may be an accident: the reseller is told, and the portal is served for one more day.
  expect(await readHost(reseller)).toMatchObject({ state: 'missing', fault: 'missing' });
  expect(await brandServed()).toBe(true);
  await deliverMails(app);
  expect((await mailTo(app, reseller.email, /^The DNS record of your host name/)).text).toContain(record.value);
  app.clock.advance(DAY_MS);
  await checkHosts(app.deps);
  expect(await readHost(reseller)).toMatchObject({ state: 'waiting' });
  expect(await brandServed()).toBe(false);
  expect(await audited()).toEqual(['brand.host_proven', 'brand.host_lost']);
});

test('a name server that is out of order proves nothing, and takes nothing', async () => {
  await setBrand(reseller);
  const { record } = await readHost(reseller);
  dns.set(record.name, 'out of order');
  expect(await check(reseller)).toMatchObject({ state: 'waiting', fault: 'unreachable' });
  await publish(reseller);
  expect(await check(reseller)).toMatchObject({ state: 'proven' });
  dns.set(record.name, 'out of order');
  app.clock.advance(2 * DAY_MS);
  await checkHosts(app.deps);
  expect(await readHost(reseller)).toMatchObject({ state: 'proven', fault: 'unreachable' });
});

describe('two who name the same host', () => {
  test('the one has it who can set its record', async () => {
    const squatter = await newReseller();
    await setBrand(squatter);
    await setBrand(reseller);
    await publish(reseller);
    expect(await check(squatter)).toMatchObject({ state: 'waiting', fault: 'different' });
    expect(await check(reseller)).toMatchObject({ state: 'proven' });
    // A brand that enters the name now is told at once.
    const third = await newReseller();
    await expectProblem(await setBrand(third), 'validation_failed');
    await publish(squatter);
    expect(await check(squatter)).toMatchObject({ state: 'waiting', fault: 'taken' });
  });

  test('a name that was only ever claimed is not kept from anybody; one that was proven is, for 30 days', async () => {
    await setBrand(reseller);
    await setBrand(reseller, { hostName: null });
    const other = await newReseller();
    await setBrand(other);
    await publish(other);
    expect(await check(other)).toMatchObject({ state: 'proven' });
    await setBrand(other, { hostName: null });
    app.clock.advance(30 * DAY_MS - 60_000);
    await expectProblem(await setBrand(reseller), 'validation_failed');
    app.clock.advance(120_000);
    expect((await setBrand(reseller)).status).toBe(200);
  });

  test('another name has to be proven anew', async () => {
    await setBrand(reseller);
    await publish(reseller);
    await check(reseller);
    const next = await hostIn(await setBrand(reseller, { hostName: `new-${hostName}` }));
    expect(next).toMatchObject({ state: 'waiting', checkedAt: null });
    expect(await brandServed(`new-${hostName}`)).toBe(false);
    expect(await brandServed()).toBe(false);
  });
});
