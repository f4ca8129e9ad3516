import { smpp } from '../../../src/carriers/adapters/smpp/smpp.ts';
import { checkCarriers } from '../../../src/carriers/health.ts';
import { funded, type TestActor } from '../../kit/actors.ts';
import { startTestApp } from '../../kit/app.ts';
import { RunningClock } from '../../kit/clock.ts';
import { eventually } from '../../kit/eventually.ts';
import { startKannel } from './gateway.ts';
import { Network } from './network.ts';

/*
 * Holds our SMPP carrier against Kannel, software that nobody here wrote, with a restart of the gateway
 * half-way: `OPENSMPPBOX=/path/to/opensmppbox bun run kannel`. `bearerbox` is Debian's,
 * of the package `kannel`; BEARERBOX names another one.
 */

/** How many messages of each kind; all of one kind have one text. */
const KINDS = [
  { count: 500, text: 'A short message, for 5 pounds [or less] ~ thank you' },
  { count: 500, text: 'Короткое сообщение, 短信 👋' },
  { count: 25, text: 'A long message, which takes several parts. '.repeat(9).trim() },
  { count: 25, text: 'Длинное сообщение из нескольких частей. '.repeat(4).trim() },
] as const;
/** Recipients of one request. */
const AT_ONCE = 50;
/** When so many lines have reached the network, the gateway is killed; it stays away for so long. */
const RESTART_AT = 400;
const DOWN_MS = 3000;
const PATIENCE_MS = 180_000;
/** When no report has come for so long, no further one comes. */
const QUIET_MS = 15_000;

const { OPENSMPPBOX: opensmppbox, BEARERBOX: bearerbox = Bun.which('bearerbox') ?? '/usr/sbin/bearerbox' } =
  process.env;
if (!opensmppbox) throw new Error('OPENSMPPBOX must name the opensmppbox to run');

const kannel = await startKannel({ bearerbox, opensmppbox });
const network = new Network(kannel.networkPort);
const env = { ...kannel.env, SMPP_BINDS: '2', SMPP_WINDOW: '50', SMPP_PER_SECOND: '100' };
const app = await startTestApp({ adapters: [smpp], clock: new RunningClock(), env });
try {
  await checkCarriers(app.deps);
  const person = await funded(app, '200.00');
  const texts = new Map<string, string>();
  const begun = performance.now();
  for (const { count, text } of KINDS) await sendAll(person, { count, text }, texts);
  await eventually('half has left', async () => network.count >= RESTART_AT, PATIENCE_MS);
  await kannel.restart(DOWN_MS);
  await eventually('all have left', async () => (await countOf(['queued', 'sending'])) === 0, PATIENCE_MS);
  await untilReported();
  await show(texts, (performance.now() - begun) / 1000);
} finally {
  await app.stop();
  network.stop();
  await kannel.stop();
}

/** Sends one text to so many new numbers, and remembers it for each. */
async function sendAll(
  person: TestActor,
  { count, text }: { count: number; text: string },
  texts: Map<string, string>,
): Promise<void> {
  for (let left = count; left > 0; left -= AT_ONCE) {
    const next = texts.size;
    const recipients = Array.from({ length: Math.min(AT_ONCE, left) }, (_each, index) =>
      numberOf(next + index),
    );
    for (const number of recipients) texts.set(number, text);
    const json = { senderId: 'Topline', recipients, message: text };
    const response = await person.as(`/api/users/${person.id}/sms`, { json });
    if (response.status !== 201) throw new Error(`answered ${response.status}: ${await response.text()}`);
  }
}

function numberOf(index: number): string {
  return `+4479${String(index).padStart(6, '0')}56`;
}

/** Waits until every message that left is reported, or until no report has come for some time. */
async function untilReported(): Promise<void> {
  for (let before = -1; ;) {
    const open = await countOf(['sent']);
    if (open === 0 || open === before) return;
    before = open;
    await Bun.sleep(QUIET_MS);
  }
}

async function countOf(statuses: readonly string[]): Promise<number> {
  const [row] = await app.deps.sql<{ count: number }[]>`
    select count(*)::int as count from sms_recipients where status = any(${statuses})`;
  return row?.count ?? 0;
}

async function show(texts: ReadonlyMap<string, string>, seconds: number): Promise<void> {
  const rows = await app.deps.sql<{ number: string; status: string }[]>`
    select number, status from sms_recipients`;
  const got = rows.map((row) => ({ ...row, ...network.gotBy(row.number) }));
  const isTaken = ({ texts: read }: { texts: string[] }) => read.length > 0;
  const statuses = Map.groupBy(got, ({ status }) => status);
  const figures = {
    sent: got.length,
    'taken by the network': got.filter(isTaken).length,
    'taken twice': got.filter(({ times }) => times > 1).length,
    'charged and not taken (lost)': got.filter((each) => isCharged(each) && !isTaken(each)).length,
    'with another text': got.filter(
      (each) => isTaken(each) && !each.texts.includes(texts.get(each.number) ?? ''),
    ).length,
    'reported as delivered': statuses.get('delivered')?.length ?? 0,
    'sent without a report': statuses.get('sent')?.length ?? 0,
    unknown: statuses.get('unknown')?.length ?? 0,
    'unknown and taken': (statuses.get('unknown') ?? []).filter(isTaken).length,
    failed: statuses.get('failed')?.length ?? 0,
    seconds: Math.round(seconds),
  };
  for (const [what, figure] of Object.entries(figures)) console.log(`${what.padEnd(30)} ${figure}`);
  if (figures['taken twice'] + figures['charged and not taken (lost)'] + figures['with another text'] > 0) {
    process.exitCode = 1;
  }
}

function isCharged({ status }: { status: string }): boolean {
  return status === 'sent' || status === 'delivered';
}
