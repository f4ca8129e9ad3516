import { and, eq, inArray } from 'drizzle-orm';
import { auditLog } from '../../../db/schema/index.ts';
import { appForFile, funded, makeAdmin, signUp, startTestApp, type TestActor } from '../../kit/index.ts';

const app = await appForFile({ background: false, env: { TRUSTED_PROXIES: '1' } });
const admin = await makeAdmin(app);
const headers = { 'x-forwarded-for': '198.51.100.9' };

async function tracesIn(person: TestActor) {
  const rows = await app.deps.db
    .select({ action: auditLog.action, actorId: auditLog.actorId, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.subjectUserId, person.id), inArray(auditLog.action, ['account.viewed', 'account.acted_in'])))
    .orderBy(auditLog.id);
  return rows.map(({ action, actorId, detail }) => ({ action, actorId, ...detail }));
}

test('reading once an hour for each session and key; with the reader, their address and their client', async () => {
  const customer = await signUp(app);
  const read = (path: string) => admin.withCookie(`/api/users/${customer.id}${path}`, { headers });
  for (const path of ['', '/transactions', '/sms', '/voice', '/stats']) {
    expect((await read(path)).status).toBe(200);
  }
  expect(await tracesIn(customer)).toEqual([
    expect.objectContaining({
      action: 'account.viewed',
      actorId: admin.id,
      address: '198.51.100.9',
      by: 'session',
      credentialId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    }),
  ]);
  expect((await admin.as(`/api/users/${customer.id}/sms`, { headers })).status).toBe(200);
  expect((await tracesIn(customer)).map((trace) => 'by' in trace && trace.by)).toEqual(['session', 'key']);
  app.clock.advance(3_600_000);
  await read('/sms');
  expect(await tracesIn(customer)).toHaveLength(3);
});

test('each message and call in the name of a customer', async () => {
  const customer = await funded(app, '10.00');
  const send = (as: TestActor) =>
    as.as(`/api/users/${customer.id}/sms`, {
      headers,
      json: { senderId: 'TOPLINE', recipients: ['+447700900123'], message: 'Hello' },
    });
  for (let n = 0; n < 2; n++) expect((await send(admin)).status).toBe(201);
  const call = await admin.withCookie(`/api/users/${customer.id}/voice`, {
    headers,
    json: { callerId: '+447700900124', destination: '+447700900123' },
  });
  expect(call.status).toBe(201);
  expect((await send(customer)).status).toBe(201);
  const traces = await tracesIn(customer);
  expect(traces).toHaveLength(3);
  for (const trace of traces) {
    expect(trace).toMatchObject({ action: 'account.acted_in', actorId: admin.id, address: '198.51.100.9' });
  }
  expect(traces.map((trace) => 'endpoint' in trace && trace.endpoint)).toEqual(['sendSms', 'sendSms', 'placeCall']);
});

test('nobody’s own account, and no refusal, leaves such a row', async () => {
  const customer = await signUp(app);
  await customer.withCookie(`/api/users/${customer.id}`);
  await admin.withCookie(`/api/users/${admin.id}`);
  const stranger = await signUp(app);
  expect((await stranger.as(`/api/users/${customer.id}`)).status).toBe(403);
  expect(await tracesIn(customer)).toEqual([]);
  expect(await tracesIn(admin)).toEqual([]);
});

test('an administrator without a second factor in their own account is noted once they have one', async () => {
  const { databaseUrl, clock } = app;
  const env = { ADMIN_TWO_FACTOR: 'required' };
  await using strict = await startTestApp({ databaseUrl, clock, background: false, env });
  const [customer, late] = [await funded(strict, '1.00'), await makeAdmin(strict)];
  const read = ({ id }: TestActor) => late.withCookie(`/api/users/${id}`);
  expect((await read(late)).status).toBe(200);
  expect((await read(customer)).status).toBe(403);
  await strict.deps.sql`update users set has_second_factor = true where id = ${late.id}`;
  expect((await read(customer)).status).toBe(200);
  expect(await tracesIn(customer)).toEqual([expect.objectContaining({ actorId: late.id })]);
});
