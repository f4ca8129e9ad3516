import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbedded } from '../../db/embedded.ts';
import { requestLink, SAMPLES, send } from '../api/uploads/uploads.ts';
import { actorOf, eventually, expectProblem, startServerProcess } from '../kit/index.ts';
import { ADMIN_SETTINGS, fundedByAdministrator } from '../kit/administrator.ts';
import { mountSmallDisk } from '../kit/small-disk.ts';
import { Senders } from './senders.ts';

const RECOVERED_WITHIN_MS = 60_000;
const disk = await mountSmallDisk(600);
const dataDir = join(disk.folder, 'data');
await mkdir(dataDir, { mode: 0o755 });
const server = await startServerProcess(null, { DATA_DIR: dataDir, SANDBOX_CARRIERS: 'on', ...ADMIN_SETTINGS });
const database = await startEmbedded(dataDir);
const sql = postgres(database.url, { max: 1, onnotice: () => {}, backoff: () => 0.05 });
afterEach(() => disk.free());
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await database.stop();
  await server.stop();
  await disk.unmount();
}, 60_000);

/** Begins new files of the log until there is no room for one: then PostgreSQL goes down, and recovers. */
async function exhaustLog(): Promise<void> {
  await eventually('PostgreSQL cannot write its log', async () =>
    sql`select pg_switch_wal() from pg_logical_emit_message(false, 'test', 'one more')`.then(
      () => false,
      () => true,
    ),
  );
}

test('a full disk: requests are refused for now, and when there is room again each is charged once', async () => {
  const person = await fundedByAdministrator(server, '2000.00');
  const senders = new Senders([server], person);
  await senders.moreAccepted(RECOVERED_WITHIN_MS);
  await disk.fill();
  await exhaustLog();
  const refused = senders.refusals.get(503) ?? 0;
  const isRefused = async () => (senders.refusals.get(503) ?? 0) > refused + 50;
  await eventually('requests are refused', RECOVERED_WITHIN_MS, isRefused);
  // The page itself needs no database.
  expect((await server.fetch('/')).status).toBe(200);
  await disk.free();
  await senders.moreAccepted(RECOVERED_WITHIN_MS);
  await senders.stop();
  await senders.expectAllOnce(sql, 2000);
  await eventually('it is ready', async () => (await server.fetch('/readyz')).ok);
}, 180_000);

test('a receipt for which the disk has no room is refused, leaves nothing behind, and its link stays good', async () => {
  const person = actorOf(server, await fundedByAdministrator(server, '1.00'));
  const link = await requestLink(person);
  const receipt = Buffer.concat([SAMPLES['image/png'], Buffer.alloc(4_000_000)]);
  await disk.fill();
  const refused = await send(link, receipt);
  await expectProblem(refused, 'unavailable');
  expect(await readdir(join(dataDir, 'objects')).catch(() => [])).toEqual([]);
  await disk.free();
  await eventually('the receipt is taken', async () => (await send(link, receipt)).ok);
  const stored = await person.as(link.objectPath);
  expect((await stored.bytes()).length).toBe(receipt.length);
}, 60_000);
