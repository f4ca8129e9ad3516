import { appForFile, eventually, problemOf, startTestApp } from '../../kit/index.ts';
import { errorResponse } from '../../../src/edge/http/on-error.ts';
import postgres from 'postgres';

const app = await appForFile();

test('a process that answers is alive, and ready while its database answers', async () => {
  expect((await app.fetch('/healthz')).status).toBe(200);
  expect((await app.fetch('/readyz')).status).toBe(200);
});

test('a process whose database is read only is not ready, and says so', async () => {
  await using standby = await startTestApp({ background: false });
  const { pathname } = new URL(standby.databaseUrl);
  const name = pathname.slice(1);
  await app.deps.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
  await app.deps.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  await eventually('it is not ready', async () => (await standby.fetch('/readyz')).status === 503);
  const told = async () => (await problemOf(await standby.fetch('/readyz'))).detail;
  await eventually('it says why', async () => (await told()) === 'The database is read only');
});

test('a process whose database had no room for a request is not ready for some seconds', async () => {
  const full = Object.assign(new postgres.PostgresError('no space left on device'), { code: '53100' });
  const refused = errorResponse(full, app.deps.log, new Request('http://localhost/api/users'));
  expect(refused.status).toBe(503);
  const answer = await app.fetch('/readyz');
  expect(answer.status).toBe(503);
  expect(await problemOf(answer)).toMatchObject({ detail: "The database's disk is full" });
});

test('an unknown path of the API is a problem, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await app.fetch('/api/nothing/here', { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toStartWith('application/problem+json');
    expect(await response.json()).toMatchObject({ code: 'not_found', status: 404 });
  }
});
