import { expect } from 'bun:test';
import { z } from 'zod';
import { migrate } from '../../db/migrate.ts';
import { creditMargins } from '../../src/money/margins/credit-margins.ts';
import { startSchedule } from '../../src/platform/schedule.ts';
import { startMessaging } from '../../src/services/messaging/background.ts';
import { applyReceipts } from '../../src/services/messaging/delivery/apply-receipts.ts';
import { settle } from '../api/voice/calls.ts';
import { actorOf, makeAdmin, type Server, signUp, type TestActor } from '../kit/actors.ts';
import { eventually, holdPrices, makePair, readAs, type TestApp } from '../kit/index.ts';
import { checkAnswer } from '../kit/contract.ts';
import { startSystemPostgres } from '../kit/debian-postgres.ts';
import { openTcpProxy } from '../kit/tcp-proxy.ts';
import { beginning, WHO, type Who } from './model.ts';
import type { Accounts, Possible } from './possible.ts';
import { startQuietApp } from './start.ts';
import { endingWithUs } from '../kit/ending-with-us.ts';

/** The disturbances of the server while it works. */
export const DISTURBANCES = ['connections cut', 'server killed', 'database killed'] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

/** A server in a process of its own, its database, and this process as a second server, which does the chores. */
export interface System extends Server {
  app: TestApp;
  admin: TestActor;
  /** Resolves when everything runs again; the server may not have noticed. */
  disturb(disturbance: Disturbance): Promise<void>;
  /** Resolves when both servers have noticed every connection that was lost. */
  untilWell(): Promise<void>;
  stop(): Promise<void>;
}

/** More than the number of a server's connections. */
const QUESTIONS = 50;
/** A killed database is there again after a second, on a busy machine after some. */
const READ_WITHIN_MS = 60_000;

export async function startSystem(): Promise<System> {
  const database = await startSystemPostgres();
  await migrate(database.url);
  const proxy = await openTcpProxy(database.url);
  const app = await startQuietApp(database.url);
  let server = await startServer(proxy.url);
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(server.url + path, init);
    await checkAnswer(init?.method ?? 'GET', path, response);
    return response;
  };
  const admin = await makeAdmin(app);
  const disturbances: Record<Disturbance, () => Promise<void>> = {
    'connections cut': async () => proxy.reset(),
    'server killed': async () => {
      await server.kill();
      server = await startServer(proxy.url);
    },
    'database killed': () => database.restart(),
  };
  return {
    app,
    admin: actorOf({ fetch: ask }, admin),
    fetch: ask,
    disturb: (disturbance) => disturbances[disturbance](),
    untilWell: async () => {
      const here = () => app.deps.sql`select 1`.then(() => true);
      const there = () => fetch(`${server.url}/api/users/${admin.id}`, bearer(admin)).then(({ ok }) => ok);
      const questions = () => Array.from({ length: QUESTIONS }, () => [here(), there()]).flat();
      await eventually('both servers are well', () =>
        Promise.all(questions()).then(
          (answers) => answers.every(Boolean),
          () => false,
        ),
      );
    },
    stop: async () => {
      await server.kill();
      await app.stop();
      await proxy.stop();
      await database.stop();
    },
  };
}

const bearer = ({ key }: TestActor) => ({ headers: { authorization: `Bearer ${key}` } });

async function startServer(databaseUrl: string): Promise<{ url: string; kill(): Promise<void> }> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const child = Bun.spawn(endingWithUs('KILL', [process.execPath, 'server.ts']), {
    env,
    stdout: 'pipe',
    stderr: 'inherit',
    cwd: import.meta.dir,
  });
  let said = '';
  for await (const bytes of child.stdout) {
    said += new TextDecoder().decode(bytes);
    if (said.includes('\n')) break;
  }
  return {
    url: said.trim(),
    kill: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

export type People = Record<Who, TestActor>;

export interface Story {
  people: People;
  possible: Possible;
  /** False where nobody can know what an operation has done: it ends there. */
  isKnown: boolean;
}

/** New people for so many histories, and the models of their first state. */
export async function makePeople(system: System, histories: number): Promise<Story[]> {
  const made = await Promise.all(Array.from({ length: histories }, () => makeThree(system)));
  await holdPrices(system.app);
  return Promise.all(made.map((people) => begin(system, people)));
}

async function makeThree({ app }: System): Promise<People> {
  const { reseller, customer } = await makePair(app);
  const price = { method: 'PUT', json: { sms: '0.05' } };
  expect((await reseller.as(`/api/users/${reseller.id}/price-list`, price)).status).toBe(200);
  return { direct: await signUp(app), reseller, customer };
}

async function begin({ fetch: ask }: System, made: People): Promise<Story> {
  const read = async (who: Who) => {
    const rates = z.object({ sms: z.string(), voice: z.string(), numbers: z.record(z.string(), z.string()) });
    const { sms, voice, numbers } = await readAs(made[who].as(`/api/users/${made[who].id}/rates`), rates);
    return { sms: inPence(sms), minute: inPence(voice), month: inPence(numbers.GB ?? '') };
  };
  const [direct, own, theirs] = [await read('direct'), await read('reseller'), await read('customer')];
  const of = (what: keyof typeof own) => ({ direct: direct[what], reseller: own[what], customer: theirs[what] });
  const at = (who: Who) => actorOf({ fetch: ask }, made[who]);
  return {
    people: { direct: at('direct'), reseller: at('reseller'), customer: at('customer') },
    possible: [beginning({ sms: of('sms'), minute: of('minute'), month: of('month') })],
    isKnown: true,
  };
}

const inPence = (pounds: string): number => {
  const pence = Math.round(Number(pounds) * 100);
  expect(Number(pounds)).toBe(pence / 100);
  return pence;
};

export async function deliverAll({ app }: System, stories: readonly Story[]): Promise<void> {
  const messaging = startMessaging(app.deps);
  // They also find what a killed process had claimed.
  const looks = startSchedule(app.deps, messaging.looks);
  app.deps.signals.smsQueued.fire();
  const ids = stories.flatMap(({ people }) => Object.values(people).map(({ id }) => id));
  await eventually('everything has left', async () => {
    const [open] = await app.deps.sql`
      select exists (
        select from sms_recipients r join sms_messages m on m.id = r.message_id join users u on u.id = m.user_id
        where r.status in ('queued', 'sending') and m.send_at is null and u.status = 'active'
          and m.user_id = any(${ids})
      ) as waits`;
    return open?.waits === false;
  });
  await looks.stop();
  await messaging.stop();
  await applyReceipts(app.deps);
}

export const placeCalls = ({ app }: System): Promise<void> => settle(app);

export const payOut = ({ app }: System): Promise<void> => creditMargins(app.deps);

export const holdRaises = ({ app }: System): Promise<void> => holdPrices(app);

type Row = Record<'id' | 'credits' | 'owed' | 'spent_today' | 'status', string> &
  Record<'daily_limit' | 'raise', string | null>;

const maybePence = (pounds: string | null): number | null => (pounds === null ? null : inPence(pounds));

/**
 * Balance, debt, today's spending, its limit and the higher price that is announced, in pence (null: none), and whether
 * the account is suspended, as the database has them; as soon as it answers.
 */
export async function accountsOf({ app }: System, people: People): Promise<Accounts> {
  const ask = () => app.deps.sql<Row[]>`
    select id, credits, owed, spent_today, daily_limit, price as raise, status
    from users left join price_raises on user_id = id and subject = 'sms'
    where id = any(${Object.values(people).map(({ id }) => id)})`;
  const rows = await eventually('the accounts are read', READ_WITHIN_MS, () => ask().catch(() => null));
  return Object.fromEntries(
    WHO.map((who) => {
      const row = rows.find(({ id }) => id === people[who].id);
      if (!row) throw new Error('an account is gone');
      const { credits, owed, spent_today: spent, daily_limit: limit, raise, status } = row;
      const [inBalance, inDebt, today] = [inPence(credits), inPence(owed), inPence(spent)];
      return [who, [inBalance, inDebt, today, maybePence(limit), maybePence(raise), status === 'suspended']];
    }),
  );
}
