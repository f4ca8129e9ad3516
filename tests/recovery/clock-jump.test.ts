import { join } from 'node:path';
import { eventually, funded, MachineClock, signIn, startTestApp, firstOf } from '../kit/index.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { Senders } from './senders.ts';

/** The program's own time is PostgreSQL's: it has to be this machine's, also in a run at another date. */
const ENV = { SANDBOX_CARRIERS: 'on', TEST_NOW: '' };
const SERVES_WITHIN_MS = 60_000;
const processes: ServerProcess[] = [];
const app = await startTestApp({ background: false, clock: new MachineClock() });
const preload = join(import.meta.dir, '..', 'kit', 'jump-clock-on-signal.ts');
for (let started = 0; started < 2; started++) {
  processes.push(await startServerProcess(app.databaseUrl, ENV, { preload }));
}
afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await app.stop();
}, 60_000);

const AHEAD = 'SIGUSR1';
const BACK = 'SIGUSR2';

const waiting = async (person: { id: string }) => {
  const [row] = await app.deps.sql<{ waiting: number }[]>`
    select count(*)::int as waiting from sms_recipients r join sms_messages m on m.id = r.message_id
    where m.user_id = ${person.id} and r.status in ('queued', 'sending')`;
  return row?.waiting ?? 0;
};

for (const [what, jumps] of [
  ['an hour ahead and back', [AHEAD, BACK]],
  ['an hour back and ahead', [BACK, AHEAD]],
] as const) {
  test(`a clock that jumps ${what}: each request is charged once, nothing stays behind, sessions go on`, async () => {
    const jumping = firstOf(processes, 'two processes were started');
    const person = await funded(app, '2000.00');
    const cookie = await signIn(jumping, person);
    const senders = new Senders(processes, person);
    await senders.moreAccepted(SERVES_WITHIN_MS);
    for (const jump of jumps) {
      process.kill(jumping.pid, jump);
      await senders.moreAccepted(SERVES_WITHIN_MS);
    }
    await senders.stop();
    await eventually('all have left', SERVES_WITHIN_MS, async () => (await waiting(person)) === 0);
    await senders.expectAllOnce(app.deps.sql, 2000);
    expect((await jumping.fetch(`/api/users/${person.id}`, { headers: { cookie } })).status).toBe(200);
  }, 180_000);
}
