import { connect } from '../../db/client.ts';
import { campaign } from '../../src/services/campaigns/contract.ts';
import { importContacts } from '../../src/services/contacts/contract.ts';
import { ADMIN_SETTINGS, fundedByAdministrator } from '../kit/administrator.ts';
import { createDatabase } from '../kit/cluster.ts';
import { readAnswer, readAs, eventually, expectSoundBooks, newNumbers } from '../kit/index.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';

const PEOPLE = 3000;
const servers: ServerProcess[] = [];
const database = await createDatabase();
const { sql, close } = connect(database.url);
afterAll(async () => {
  for (const server of servers) await server.kill();
  await close();
  await database.drop();
});

async function startServer(): Promise<ServerProcess> {
  const server = await startServerProcess(database.url, { SANDBOX_CARRIERS: 'on', ...ADMIN_SETTINGS });
  servers.push(server);
  return server;
}

test('killed between two slices, a campaign reaches everybody once and costs nothing twice', async () => {
  const first = await startServer();
  const owner = await fundedByAdministrator(first, '100.00');
  const json = { contacts: newNumbers(PEOPLE).map((number) => ({ number })) };
  await readAnswer(owner.as(`/api/users/${owner.id}/contacts/import`, { json }), importContacts);
  const order = { name: 'Spring', senderId: 'Topline', texts: ['Hello'], quietHours: false, perMinute: 6000 };
  const { id } = await readAs(await owner.as(`/api/users/${owner.id}/campaigns`, { json: order }), campaign);
  await eventually('the first slice was sent', async () => {
    const rows = await sql`select from campaign_slices where campaign_id = ${id} and is_over`;
    return rows.length > 0;
  });
  await first.kill();
  await sql`update campaigns set next_at = now()`;
  await startServer();
  await eventually('the campaign is over', 60_000, async () => {
    await sql`update campaigns set next_at = now() where next_at > now() and next_at < now() + interval '30 seconds'`;
    const rows = await sql`select from campaigns where status = 'done'`;
    return rows.length > 0;
  });
  const [sent] = await sql`
    select count(*)::integer as recipients, count(distinct number)::integer as numbers from sms_recipients`;
  expect(sent).toEqual({ recipients: PEOPLE, numbers: PEOPLE });
  const [charged] = await sql`select sum(cost)::text as cost from sms_messages`;
  expect(charged).toEqual({ cost: '90.0000' });
  await expectSoundBooks({ deps: { sql } });
}, 120_000);
