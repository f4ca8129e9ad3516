import { exportQuality, getQuality } from '../../../src/carriers/contract.ts';
import { keepOutcomes } from '../../../src/carriers/routing/outcomes.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { makeAdmin, readAnswer } from '../../kit/index.ts';
import { ENDING, newDestination, order, pass, withCaller } from '../voice/calls.ts';

const { app, person } = await withCaller('50.00');
const admin = await makeAdmin(app);
const quality = (query: string) => readAnswer(admin.as(`${getQuality.path}?${query}`), getQuality);

test('calls count by day, carrier and destination, with how long they lasted and how long until they rang', async () => {
  await order(person);
  await pass(app, 2.1);
  await pass(app, 91);
  await order(person, { destination: newDestination(ENDING.busy) });
  await pass(app, 3);
  const { days, routes, carriers } = await quality('service=voice&days=7');
  const today = { tries: 2, reached: 1, share: 0.5, seconds: 90, waited: 2, ring: 2.6 };
  expect(days.length).toBe(7);
  expect(days.at(-1)).toEqual({ day: app.clock.now().toISOString().slice(0, 10), ...today });
  expect(routes).toEqual([{ carrier: 'sandbox', prefix: '44', ...today }]);
  expect(carriers).toEqual(['sandbox']);
});

test('messages are counted together, and one carrier can be asked for alone', async () => {
  const sms = (carrier: string, delivered: boolean) => ({ service: 'sms' as const, carrier, prefix: '49', delivered });
  await transact(app.deps, async (tx) =>
    keepOutcomes(tx, [sms('a', true), sms('a', true), sms('a', false), sms('b', true)]),
  );
  await transact(app.deps, async (tx) => keepOutcomes(tx, [sms('a', true)]));
  const { routes, carriers } = await quality('service=sms&carrier=a');
  expect(routes.map(({ carrier, tries, reached, share }) => [carrier, tries, reached, share])).toEqual([
    ['a', 4, 3, 0.75],
  ]);
  expect(carriers).toEqual(['a', 'b']);
  const text = await (await admin.as(`${exportQuality.path}?service=sms&days=2`)).text();
  expect(text.trim().split('\n').slice(1)).toEqual([
    expect.stringMatching(/,a,49,4,3,0\.75,0,0,/),
    expect.stringMatching(/,b,49,1,1,1,0,0,/),
  ]);
});
