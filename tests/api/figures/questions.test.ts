import { listFigureUnits, getFigures } from '../../../src/admin/figures/contract.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { applyChanges } from '../../../src/services/messaging/delivery/apply-changes.ts';
import { appForFile, funded, makeAdmin, newNumber, send, TestClock } from '../../kit/index.ts';
import { BEGIN, readFigures } from './read-figures.ts';

const app = await appForFile({ background: false, clock: new TestClock(BEGIN) });
const admin = await makeAdmin(app);
const figures = (query: string) => readFigures(admin, query);

test('only what belongs to the asked days and the service is shown, and odd questions are refused or empty', async () => {
  const person = await funded(app, '1.00');
  const day = app.clock.now().toISOString().slice(0, 10);
  const { id } = await send(person, [newNumber()]);
  const [recipient] = await app.deps.sql<{ id: string }[]>`select id from sms_recipients where message_id = ${id}`;
  await transact(app.deps, (tx) =>
    applyChanges(tx, [{ id: recipient?.id ?? '', messageId: id, to: 'sent', from: ['queued'] }]),
  );
  const mine = `split=customer&key=${person.id}`;
  expect((await figures(`${mine}&from=${day}&to=${day}`)).total).toMatchObject({
    units: 1,
    revenue: '0.0300',
    cost: '0.0000',
    uncosted: 1,
    uncostedRevenue: '0.0300',
    margin: null,
  });
  expect((await figures(`${mine}&from=${day}&to=${day}&service=voice`)).total.units).toBe(0);
  expect((await figures(`${mine}&from=2026-10-01&to=2026-10-31`)).total.units).toBe(0);
  expect((await figures('split=customer&key=nobody')).total.units).toBe(0);
  expect(await (await admin.as('/api/admin/figures/units?split=reseller&key=%27%3B--')).json()).toEqual([]);
  for (const query of ['from=2026-11-02&to=2026-11-01', 'from=2020-01-01&to=2026-01-01', 'split=moon', 'key=%00']) {
    for (const path of ['', '.csv', '/units', '/units.csv']) {
      if (path === '.csv' && query.startsWith('key')) continue;
      expect((await admin.as(`/api/admin/figures${path}?${query}`)).status).toBe(422);
    }
  }
  expect(getFigures.access).toBe('admin');
  expect(listFigureUnits.access).toBe('admin');
});
