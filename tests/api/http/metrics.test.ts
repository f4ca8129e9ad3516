import { appForFile, credit, expectProblem, openEvents, signUp, startTestApp } from '../../kit/index.ts';

const TOKEN = 'a-token-for-the-metrics';
const app = await appForFile({ env: { METRICS_TOKEN: TOKEN } });

test('requests are counted by route pattern and status, not by address', async () => {
  expect(await (await app.fetch('/metrics')).text()).toContain('process_cpu_seconds_total');
  await app.fetch('/api/events');
  await app.fetch('/api/events?unknown=1');
  const after = await (await app.fetch('/metrics')).text();
  expect(after).toContain('http_requests_total{method="GET",route="/api/events",status="401"} 2');
  expect(after).toContain('http_request_duration_seconds_count{method="GET",route="/api/events"} 2');
  expect(after).toContain('event_streams_open 0');
});

test('each event that reaches an open stream is counted with the time that it took', async () => {
  const person = await signUp(app);
  const events = await openEvents(app, { cookie: person.cookie });
  const count = async () =>
    Number(/^event_delivery_seconds_count (\d+)$/m.exec(await (await app.fetch('/metrics')).text())?.[1]);
  const before = await count();
  await credit(app, person, '5.00');
  await events.next('balance');
  expect(await count()).toBeGreaterThan(before);
  await events.close();
});

test('a request that came through a proxy is not from this machine and needs the token', async () => {
  const proxied = { 'x-forwarded-for': '203.0.113.9' };
  await expectProblem(await app.fetch('/metrics', { headers: proxied }), 'not_signed_in');
  const wrong = { ...proxied, authorization: 'Bearer another-token-altogether' };
  expect((await app.fetch('/metrics', { headers: wrong })).status).toBe(401);
  const right = { ...proxied, authorization: `Bearer ${TOKEN}` };
  expect((await app.fetch('/metrics', { headers: right })).status).toBe(200);
});

test('a program on this machine needs the token too, unless a setting says otherwise: it may be a proxy', async () => {
  await using strict = await startTestApp({
    databaseUrl: app.databaseUrl,
    env: { METRICS_TOKEN: TOKEN, METRICS_LOCALLY: 'off' },
  });
  await expectProblem(await strict.fetch('/metrics'), 'not_signed_in');
  const headers = { authorization: `Bearer ${TOKEN}` };
  expect((await strict.fetch('/metrics', { headers })).status).toBe(200);
});

test('without a token set, no token opens the metrics to others', async () => {
  await using other = await startTestApp({ databaseUrl: app.databaseUrl });
  const headers = { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer ' };
  expect((await other.fetch('/metrics', { headers })).status).toBe(401);
  expect((await other.fetch('/metrics')).status).toBe(200);
});
