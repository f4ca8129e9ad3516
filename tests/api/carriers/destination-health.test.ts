import { sql as template } from 'drizzle-orm';
import { destinationHealth } from '../../../src/carriers/contract.ts';
import { keepOutcomes, outcomePrefix } from '../../../src/carriers/routing/outcomes.ts';
import { worstDestinationsSql } from '../../../src/carriers/routing/destination-health.ts';
import { callingCodeSql } from '../../../src/money/figures/calling-code-sql.ts';
import { destinationSql } from '../../../src/money/figures/destination-sql.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { appForFile, eventually, funded, makeAdmin, makeDeck, sellBy } from '../../kit/index.ts';
import { send, untilStatus, newNumbers } from '../../kit/messages.ts';
import { planOf } from '../../kit/plan.ts';

const app = await appForFile();
const admin = await makeAdmin(app);

const shown = async () =>
  destinationHealth.array().parse(await (await admin.as('/api/admin/destination-health')).json());

test('a delivery counts at its destination, without any price list, and shows from twenty on', async () => {
  const person = await funded(app, '5.00');
  const { id } = await send(person, newNumbers(20));
  await untilStatus(person, id, 'delivered');
  const rows = await eventually('twenty outcomes', async () => {
    const all = await shown();
    return all.length > 0 && all;
  });
  expect(rows).toEqual([{ provider: 'sandbox', service: 'sms', prefix: '44', seen: 20, share: 1 }]);
});

test('where we sell by a list and no carrier has one, it counts at the prefix of ours', async () => {
  await sellBy(app, 'sms', await makeDeck(app, 'sms', [{ prefix: '4479', rate: '0.01' }]));
  const person = await funded(app, '5.00');
  const numbers = newNumbers(20);
  const { id } = await send(person, numbers);
  await untilStatus(person, id, 'delivered');
  const rows = await eventually('twenty more outcomes', async () => {
    const all = await shown();
    return all.length > 1 && all;
  });
  expect(rows.map(({ prefix, seen }) => [prefix, seen])).toEqual([
    ['44', 20],
    ['4479', 20],
  ]);
});

test('the newest thousand of each carrier and prefix stay', async () => {
  const keep = (delivered: boolean, count: number) =>
    transact(app.deps, async (tx) =>
      keepOutcomes(
        tx,
        Array.from({ length: count }, () => ({
          ...{ service: 'voice' as const, carrier: 'sandbox-backup', prefix: '49' },
          delivered,
        })),
      ),
    );
  await keep(true, 1200);
  await keep(false, 300);
  const kept = await app.deps.sql<{ outcomes: string }[]>`
    select outcomes from route_outcomes where carrier = 'sandbox-backup' and prefix = '49'`;
  expect(kept.map(({ outcomes }) => outcomes)).toEqual(['0'.repeat(300) + '1'.repeat(700)]);
});

test('it counts at the same prefix as in the figures', async () => {
  const prefixes = [null, '4', '44', '4479', '1', '1246', '35', '353', '3538'];
  const units = ['+447911123456', '+12025550123', '+353871234567'].flatMap((number) =>
    prefixes.flatMap((listPrefix) => prefixes.map((pricePrefix) => ({ number, listPrefix, pricePrefix }))),
  );
  const rows = await app.deps.db.execute<{ destination: string }>(template`
    select coalesce(${destinationSql(template`u`)}, ${callingCodeSql(template`u.number`)}) as destination
    from (
      select number, "listPrefix" as prefix, "pricePrefix" as price_prefix, place
      from rows from (json_to_recordset(${JSON.stringify(units)}::text::json)
        as (number text, "listPrefix" text, "pricePrefix" text)) with ordinality as g (number, "listPrefix", "pricePrefix", place)
    ) u order by u.place`);
  expect(rows.map(({ destination }) => destination)).toEqual(units.map((unit) => `+${outcomePrefix(unit)}`));
});

test('the index alone reads the worst of many destinations', async () => {
  await app.deps.sql`
    insert into route_outcomes (service, carrier, prefix, outcomes)
    select service, carrier, (440000 + g)::text, repeat('1', g / 100) || repeat('0', 300 - g / 100)
    from generate_series(1, 4000) g, unnest(array['sms', 'voice']) service,
      unnest(array['sandbox', 'sandbox-backup', 'gone']) carrier`;
  // Nineteen say nothing yet.
  await transact(app.deps, async (tx) =>
    keepOutcomes(
      tx,
      Array.from({ length: 19 }, () => ({
        ...({ service: 'voice', carrier: 'sandbox', prefix: '7', delivered: false } as const),
      })),
    ),
  );
  await app.deps.sql`vacuum analyze route_outcomes`;
  const rows = await shown();
  // Twenty for each of two services and two carriers.
  expect(rows).toHaveLength(80);
  expect(rows[0]).toEqual({ provider: 'sandbox', service: 'sms', prefix: '440001', seen: 300, share: 0 });
  expect(rows.map(({ prefix }) => prefix)).not.toContain('7');
  const reading = await planOf(app.deps.db, worstDestinationsSql(['sandbox', 'sandbox-backup']), 'route_outcomes');
  expect(reading.map((node) => node['Index Name'])).toEqual(['route_outcomes_worst']);
  for (const node of reading) expect(node['Actual Rows']).toBeLessThanOrEqual(20);
});
