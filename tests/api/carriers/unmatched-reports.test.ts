import { expect, test } from 'bun:test';
import { unmatchedReports, unreadReports } from '../../../src/carriers/contract.ts';
import { keepUnread } from '../../../src/carriers/unread-reports.ts';
import { makeAdmin, signUp } from '../../kit/actors.ts';
import { appForFile } from '../../kit/file-app.ts';
import { readAs } from '../../kit/read.ts';

const app = await appForFile({ background: false });
const admin = await makeAdmin(app);

async function report(provider: string, id: string, minutesAgo: number): Promise<void> {
  const at = new Date(app.clock.now().getTime() - minutesAgo * 60_000).toISOString();
  await app.deps.sql`
    insert into carrier_receipts (provider, provider_message_id, outcome, received_at)
    values (${provider}, ${id}, 'delivered', ${at}::timestamptz)`;
}
const unmatched = async () =>
  await readAs(admin.as('/api/admin/unmatched-reports'), unmatchedReports.array());

test('administrators see which reports found no message, and the setting to look at', async () => {
  expect((await (await signUp(app)).as('/api/admin/unmatched-reports')).status).toBe(403);
  expect(await unmatched()).toEqual([]);
  await report('smpp', 'new', 10);
  expect(await unmatched()).toEqual([]);
  await report('smpp', 'A0', 10 + 1 / 60_000);
  expect(await unmatched()).toMatchObject([{ provider: 'smpp', reports: 1, ids: ['A0'] }]);
  expect(await (await app.fetch('/metrics')).text()).toContain(
    'carrier_reports_unmatched{carrier="smpp"} 1\n',
  );
  for (const [id, minutes] of [
    ['A1', 60],
    ['A2', 50],
    ['A3', 40],
    ['A4', 30],
  ] as const) {
    await report('smpp', id, minutes);
  }
  await report('twilio', 'SM1', 20);
  expect(await unmatched()).toMatchObject([
    { provider: 'smpp', reports: 5, ids: ['A0', 'A4', 'A3'], setting: 'SMPP_RECEIPT_IDS' },
    { provider: 'twilio', reports: 1, ids: ['SM1'], setting: null },
  ]);
  const [newest] = await unmatched();
  expect(newest?.newestAt).toBe(new Date(app.clock.now().getTime() - 10 * 60_000 - 1).toISOString());
});

test('administrators see what was not understood with its text, however much comes, and metrics count all', async () => {
  const unread = () => readAs(admin.as('/api/admin/unread-reports'), unreadReports.array());
  expect((await (await signUp(app)).as('/api/admin/unread-reports')).status).toBe(403);
  expect(await unread()).toEqual([]);
  await app.deps.sql`
    insert into unread_reports (id, provider, text, received_at)
    select uuidv7(-interval '1 year'), 'smpp', 'older', now() from generate_series(1, 1005)`;
  await keepUnread(app.deps, {
    provider: 'smpp',
    text: `id:1 stat:NEVER\0 ${'x'.repeat(900)}`,
    taking: null,
  });
  const [smpp] = await unread();
  expect(smpp).toMatchObject({ provider: 'smpp', reports: 1000 });
  expect(smpp?.newest.map(({ text }) => text)).toEqual([
    `id:1 stat:NEVER ${'x'.repeat(484)}`,
    ...Array.from({ length: 9 }, () => 'older'),
  ]);
  const taking = { digest: 'a report', staleAt: new Date(app.clock.now().getTime() + 60_000) };
  for (let copy = 0; copy < 2; copy++)
    await keepUnread(app.deps, { provider: 'vonage', text: 'status: new', taking });
  expect(await unread()).toMatchObject([{ provider: 'smpp' }, { provider: 'vonage', reports: 1 }]);
  expect(await (await app.fetch('/metrics')).text()).toContain(
    'carrier_counts{carrier="smpp",what="reports_not_understood"} 1\n',
  );
});
