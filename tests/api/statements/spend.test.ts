import { z } from 'zod';
import { SPEND_KINDS } from '../../../src/money/statements/catalogue.ts';
import { countSpending } from '../../../src/money/ledger/spending.ts';
import { getSpend } from '../../../src/money/statements/contract.ts';
import { readAnswer, appForFile, signUp, type TestActor } from '../../kit/index.ts';
import { move } from './statements.ts';

// Its chores would count days as well.
const app = await appForFile({ background: false });

const spendOf = (person: TestActor) => readAnswer(person.as(`/api/users/${person.id}/spend`), getSpend);

const kinds = z.record(z.enum(SPEND_KINDS), z.string());
const NOTHING = kinds.parse(Object.fromEntries(SPEND_KINDS.map((kind) => [kind, '0.00'])));

test('twelve months by kind, refunds taken off what they refund, credit left out', async () => {
  const [person, other] = [await signUp(app), await signUp(app)];
  await move(app, other, { type: 'credit_purchase', change: '9.00', at: '2027-03-01T00:00:00.000Z' });
  await move(app, other, { type: 'sms_charge', change: '-7.00', at: '2027-03-01T00:00:00.000Z' });
  await move(app, person, { type: 'credit_purchase', change: '900.00', at: '2027-02-28T23:00:00.000Z' });
  await move(app, person, { type: 'did_purchase', change: '-49.00', at: '2027-02-28T23:59:59.999Z' });
  await move(app, person, { type: 'sms_charge', change: '-0.30', at: '2027-03-01T00:00:00.000Z' });
  const charge = await move(app, person, { type: 'sms_charge', change: '-0.90', at: '2027-12-31T23:59:59.999Z' });
  await move(app, person, { type: 'refund', change: '0.30', refunds: charge.id, at: '2028-01-01T00:00:00.000Z' });
  await move(app, person, { type: 'voice_package', change: '-150.00', at: '2028-02-29T12:00:00.000Z' });
  await move(app, person, { type: 'adjustment', change: '-5.00' });

  const months = await spendOf(person);
  expect(months.map(({ month }) => month)).toEqual([
    ...['2027-03', '2027-04', '2027-05', '2027-06', '2027-07', '2027-08'],
    ...['2027-09', '2027-10', '2027-11', '2027-12', '2028-01', '2028-02'],
  ]);
  const of = (month: string) => months.find((each) => each.month === month);
  expect(of('2027-03')).toEqual({ month: '2027-03', total: '0.30', kinds: { ...NOTHING, sms: '0.30' } });
  expect(of('2027-12')?.kinds).toEqual({ ...NOTHING, sms: '0.90' });
  expect(of('2028-01')).toEqual({ month: '2028-01', total: '-0.30', kinds: { ...NOTHING, sms: '-0.30' } });
  expect(of('2028-02')).toEqual({ month: '2028-02', total: '150.00', kinds: { ...NOTHING, packages: '150.00' } });
  await countSpending(app.deps);
  expect(await app.deps.sql`select from spend_days where user_id = ${person.id}`).toHaveLength(4);
  expect(await spendOf(person)).toEqual(months);
});
