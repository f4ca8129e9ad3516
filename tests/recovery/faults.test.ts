import { z } from 'zod';
import { expectProblem, appForFile, newNumber, postSms, readAs, startTestApp, type TestApp } from '../kit/index.ts';
import { actorOf, balanceOf, call, cookieOf, funded, signUp, type TestActor } from '../kit/actors.ts';

const app = await appForFile({ background: false });

test('an error of our own is a problem that reveals no internals, and ends only one request', async () => {
  await using broken = await startTestApp({ background: false });
  const person = await signUp(broken);
  await broken.deps.sql`alter table sms_templates rename to elsewhere`;
  const response = await person.as(`/api/users/${person.id}/sms-templates`);
  expect(response.status).toBe(500);
  expect(response.headers.get('content-type')).toStartWith('application/problem+json');
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ code: 'internal', detail: 'Something went wrong on our side' });
  expect(text).not.toMatch(/templates|relation|select|42P01|\.ts/);
  expect((await person.as(`/api/users/${person.id}`)).status).toBe(200);
});

test('a server that is still a replica, as just after a failover, is one that is away for the moment', async () => {
  const before = await startTestApp({ background: false });
  const person = await funded(before, '1.00');
  const name = new URL(before.databaseUrl).pathname.slice(1);
  await before.deps.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
  const replica = await startTestApp({ databaseUrl: before.databaseUrl, background: false });
  try {
    const response = await postSms(actorOf(replica, person), [newNumber()]);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
  } finally {
    await replica.stop();
    await before.stop();
  }
});

test('a PostgreSQL without room on its disk, memory or connections is away for the moment', async () => {
  await using scarce = await startTestApp({ background: false });
  const person = await funded(scarce, '1.00');
  for (const code of ['53100', '53200', '53300', '58030']) {
    await scarce.deps.sql.unsafe(`
      create or replace function fails() returns trigger language plpgsql
        as $$ begin raise exception using errcode = '${code}'; end $$;
      create or replace trigger fails before insert on sms_messages execute function fails()`);
    const response = await postSms(actorOf(scarce, person), [newNumber()]);
    expect([code, response.status, response.headers.get('retry-after')]).toEqual([code, 503, '2']);
  }
  expect(await balanceOf(person)).toBe('1.00');
});

test.each(['7:7:~7:7:~1', 'abc', '-1', '1.5', '1234567890123456', "1' or '1'='1"])(
  'a Last-Event-ID that is none of ours is refused: %s',
  async (id) => {
    const person = await signUp(app);
    const response = await person.as('/api/events', { headers: { 'last-event-id': id } });
    await expectProblem(response, 'malformed_request');
    expect(app.deps.bus.streams).toBe(0);
  },
);

test('a Last-Event-ID beyond the last event opens a stream that goes on from now', async () => {
  const person = await signUp(app);
  const response = await person.as('/api/events', { headers: { 'last-event-id': '999999999999999' } });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(Number(/^id: (\d+)\n/.exec(new TextDecoder().decode(value))?.[1])).toBeLessThan(1000);
  await reader?.cancel();
});

/** The address that a new session is listed with. */
async function addressOf(at: TestApp, person: TestActor, forwarded: string | null): Promise<unknown> {
  const response = await call(at, '/api/auth/login', {
    json: { email: person.email, password: person.password },
    ...(forwarded === null ? {} : { headers: { 'x-forwarded-for': forwarded } }),
  });
  expect(response.status).toBe(200);
  const cookie = cookieOf(response);
  const listed = await call(at, `/api/users/${person.id}/sessions`, {}, { cookie });
  const sessions = await readAs(
    listed,
    z.looseObject({ current: z.boolean(), address: z.string().nullable() }).array(),
  );
  return sessions.find(({ current }) => current)?.address;
}

const chains: [number, string | null, RegExp][] = [
  // Without a trusted proxy, the address that a client claims is ignored.
  [0, '203.0.113.9', /127\.0\.0\.1$/],
  [1, '203.0.113.9', /^203\.0\.113\.9$/],
  // The client itself wrote the addresses to the left of the trusted ones.
  [1, '198.51.100.1, 203.0.113.9', /^203\.0\.113\.9$/],
  [2, '198.51.100.1, 203.0.113.9, 10.0.0.1', /^203\.0\.113\.9$/],
  // With fewer addresses than expected, or none, the connection's address counts.
  [2, '203.0.113.9', /127\.0\.0\.1$/],
  [1, null, /127\.0\.0\.1$/],
];
test.each(chains)('behind %d proxies %p is the address %p', async (proxies, forwarded, address) => {
  await using proxied = await startTestApp({ background: false, env: { TRUSTED_PROXIES: String(proxies) } });
  expect(await addressOf(proxied, await signUp(proxied), forwarded)).toMatch(address);
});
