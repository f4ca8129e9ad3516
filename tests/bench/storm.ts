import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connect } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { checkLedger } from '../../src/money/proof/check.ts';
import { ACCOUNT, carriersAt, PUBLIC_CALLBACK } from '../carriers/accounts.ts';
import { signedByTwilio } from '../carriers/dialects.ts';
import { residentMegabytes } from './memory.ts';
import { firstLine } from './first-line.ts';
import { type Person, populate } from './population.ts';
import { processorSeconds } from './processor.ts';

/** A storm of messages in, each from somebody else, as a vote on television would cause it. */
const MESSAGES = 10_000;
/** How many of them are delivered a second time, as a carrier does that did not get the answer. */
const REPEATED = 500;
/** How many requests a carrier has open at the same time. */
const CONNECTIONS = 100;

/** The settings of the two servers: Twilio's callbacks come to them, and nothing goes out. */
const STORM_ENV = { ...carriersAt('http://127.0.0.1:1'), PUBLIC_URL: 'https://topline.example' };

const NUMBER = '+442071838750';

/** The result of the storm. */
interface Storm {
  /** From the first request to the last answer. */
  seconds: number;
  stored: number;
  /** Events of theirs, for the owner's stream and webhooks. */
  events: number;
  /** The highest increase of the memory of one of the processes, in MB. */
  megabytes: number;
  /** The processor time of each message, in milliseconds. */
  milliseconds: { servers: number; postgres: number; carrier: number };
}

interface Storming {
  /** Two processes with one database. */
  servers: readonly { url: string; pid: number }[];
  connection: Connection;
  /** The process of PostgreSQL that all its others descend from. */
  postmaster: number;
  /** The owner of the number. */
  person: Person;
}

/** Delivers 10,000 messages, each with Twilio's own signature, to two processes, and some of them twice. */
async function measureStorm({ servers, connection, postmaster, person }: Storming): Promise<Storm> {
  await giveNumber(connection, person);
  const before = await Promise.all(servers.map(({ pid }) => residentMegabytes(pid)));
  // The first ones compile code and prepare statements, so that only the work is measured.
  await deliver(
    servers,
    Array.from({ length: 200 }, (_, index) => callback(index + MESSAGES)),
  );
  const callbacks = Array.from({ length: MESSAGES }, (_, index) => callback(index));
  let megabytes = 0;
  const watch = new AbortController();
  const watched = (async () => {
    while (!watch.signal.aborted) {
      const now = await Promise.all(servers.map(({ pid }) => residentMegabytes(pid)));
      megabytes = Math.max(megabytes, ...now.map((each, place) => each - (before[place] ?? 0)));
      await Bun.sleep(50);
    }
  })();
  const used = async () => {
    const each = await Promise.all([...servers.map(({ pid }) => pid), postmaster].map(processorSeconds));
    const { user, system } = process.cpuUsage();
    return {
      postgres: each.pop() ?? 0,
      servers: each.reduce((sum, one) => sum + one, 0),
      carrier: (user + system) / 1e6,
    };
  };
  const usedBefore = await used();
  const begun = performance.now();
  await deliver(servers, callbacks);
  const seconds = (performance.now() - begun) / 1000;
  const usedAfter = await used();
  const millisecondsOf = (who: keyof typeof usedAfter) =>
    ((usedAfter[who] - usedBefore[who]) * 1000) / MESSAGES;
  const milliseconds = {
    ...{ servers: millisecondsOf('servers'), postgres: millisecondsOf('postgres') },
    carrier: millisecondsOf('carrier'),
  };
  await deliver(servers, callbacks.slice(0, REPEATED));
  watch.abort();
  await watched;
  const [found] = await connection.sql<{ stored: number; events: number }[]>`
    select (select count(*)::int from conversation_messages where text like 'Vote %') as stored,
      (select count(*)::int from events
        where name = 'message-received' and data::json->>'text' like 'Vote %') as events`;
  return { seconds, megabytes, milliseconds, stored: found?.stored ?? 0, events: found?.events ?? 0 };
}

function callback(index: number) {
  const digits = String(index).padStart(8, '0');
  return signedByTwilio(
    `${PUBLIC_CALLBACK}/twilio/messages`,
    new URLSearchParams({
      MessageSid: `SM${digits.padStart(32, '0')}`,
      AccountSid: ACCOUNT.twilio.sid,
      From: `+4479${digits}`,
      To: NUMBER,
      Body: `${index < MESSAGES ? 'Vote' : 'Early'} ${index}`,
      NumMedia: '0',
      NumSegments: '1',
    }),
  );
}

/** @throws if one of them was not taken */
async function deliver(
  servers: Storming['servers'],
  callbacks: readonly ReturnType<typeof callback>[],
): Promise<void> {
  const waiting = [...callbacks.entries()].toReversed();
  const connect = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [place, { headers, body }] = next;
      const { url = '' } = servers[place % servers.length] ?? {};
      const response = await fetch(`${url}/api/callbacks/twilio/messages`, { method: 'POST', headers, body });
      if (response.status !== 204) throw new Error(`answered ${response.status}: ${await response.text()}`);
      await response.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connect));
}

/** A number of Twilio's, bought by the adjustment that gave its owner credit. */
async function giveNumber({ sql }: Connection, { id }: Person): Promise<void> {
  await sql`
    insert into did_numbers (id, user_id, number, country, country_code, monthly_price, status, purchased_at,
      months_paid, expires_at, transaction_id, provider)
    select uuidv7(), ${id}, ${NUMBER}, 'United Kingdom', 'GB', 49, 'active', now(), 1, now() + interval '1 month',
      t.id, 'twilio'
    from transactions t where t.user_id = ${id} order by t.id limit 1`;
}

/** Measures the storm on a database of its own, and prints what became of it. */
export async function benchStorm(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-storm-'));
  const server = await startEmbedded(folder);
  const connection = connect(server.url);
  const children: Bun.Subprocess[] = [];
  try {
    await migrate(server.url);
    const { senders } = await populate(connection);
    const [person] = senders;
    if (!person) throw new Error('the bench needs an account');
    const env = { ...process.env, ...STORM_ENV, DATABASE_URL: server.url, NODE_ENV: 'production' };
    const start = async () => {
      const command = [process.execPath, 'server.ts', '--with-chores', '--twilio'];
      const child = Bun.spawn(command, { env, stdout: 'pipe', stderr: 'inherit', cwd: import.meta.dir });
      children.push(child);
      return { url: await firstLine(child.stdout), pid: child.pid };
    };
    const servers = [await start(), await start()];
    const [postmaster = ''] = (await readFile(join(server.folder, 'postmaster.pid'), 'utf8')).split('\n');
    const storming = { servers, connection, postmaster: Number(postmaster), person };
    const { seconds, stored, events, megabytes, milliseconds } = await measureStorm(storming);
    const rate = (MESSAGES / seconds).toFixed(0);
    const whole = stored === MESSAGES && events === MESSAGES;
    console.log(
      `\n${MESSAGES} messages in, two processes: ${seconds.toFixed(1)} s, ${rate} /s (target < 10 s)`,
    );
    console.log(
      `stored ${stored}, events ${events}, ${REPEATED} came twice${whole ? '' : ': NOT ALL OF THEM ONCE'}`,
    );
    const each = Object.entries(milliseconds).map(([who, spent]) => `${who} ${spent.toFixed(2)} ms`);
    console.log(`processor time of each message: ${each.join(', ')}`);
    console.log(`memory of one process up by ${megabytes.toFixed(0)} MB (target < 300 MB)`);
    const discrepancies = await checkLedger(connection.sql);
    if (!whole || discrepancies.length > 0) process.exitCode = 1;
  } finally {
    for (const child of children) child.kill();
    await Promise.all(children.map((child) => child.exited));
    await connection.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
