import { expect, test } from 'bun:test';
import { appForFile, expectProblem, funded, signUp } from '../../kit/index.ts';
import { bought } from '../numbers/numbers.ts';
import { announce, CALLER, onlyReceived } from './incoming.ts';

const app = await appForFile({ background: false });

test('an account blocks a thousand callers and no more; who is blocked can be blocked again', async () => {
  const person = await signUp(app);
  const block = (number: string) => person.as(`/api/users/${person.id}/blocked-callers`, { json: { number } });
  await app.deps.sql`
    insert into blocked_callers (user_id, number, created_at)
    select ${person.id}, '+4479110' || n, now() from generate_series(10000, 10998) n`;
  expect((await block('+447911010999')).status).toBe(200);
  await expectProblem(await block('+447911011000'), 'not_allowed_now');
  expect((await block('+447911010999')).status).toBe(200);
});

test('a caller whom one account blocks may call another one', async () => {
  const [blocking, other] = [await funded(app, '60.00'), await funded(app, '60.00')];
  await blocking.as(`/api/users/${blocking.id}/blocked-callers`, { json: { number: CALLER } });
  for (const person of [blocking, other]) {
    const { number: to } = await bought(person);
    expect((await announce(app, { to })).status).toBe(200);
  }
  expect((await onlyReceived(blocking)).outcome).toBe('blocked');
  expect((await onlyReceived(other)).outcome).toBe('ringing');
});
