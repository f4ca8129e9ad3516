import { call, credit, makeAdmin, makeReseller, signUp, suspend, type TestActor } from '../../kit/actors.ts';
import { readAs, withId, appForFile, expectProblem, mailTo, makeCustomer, tokenIn, transfer } from '../../kit/index.ts';

const app = await appForFile();

const close = (person: TestActor) =>
  person.withCookie('/api/auth/closing', { json: { email: person.email, givesUp: '0.00' } });
const undo = (token: string) => call(app, '/api/auth/undo-closing', { json: { token } });

test('a closed account takes no credit, from us or from a reseller; what it has can be taken', async () => {
  const admin = await makeAdmin(app);
  const reseller = await makeReseller(app);
  await credit(app, reseller, '50.00');
  const closed = await makeCustomer(app, reseller);
  const adjust = (amount: string) =>
    admin.withCookie(`/api/admin/users/${closed.id}/adjustments`, { json: { amount, reason: 'A gift' } });
  expect((await adjust('5.00')).status).toBe(201);
  const givesUp = { json: { email: closed.email, givesUp: '5.00' } };
  expect((await closed.withCookie('/api/auth/closing', givesUp)).status).toBe(200);
  await expectProblem(await adjust('1.00'), 'not_allowed_now');
  await expectProblem(await transfer(reseller, closed, '1.00'), 'not_allowed_now');
  expect((await adjust('-5.00')).status).toBe(201);
});

test('an account that its owner closed shows as closed, and not among the suspended', async () => {
  const admin = await makeAdmin(app);
  const [closed, suspended] = [await signUp(app), await signUp(app)];
  await suspend(app, suspended);
  expect((await close(closed)).status).toBe(200);
  const statesIn = async (status: string, ...people: TestActor[]) => {
    const query = `status=${status}&search=example`;
    const rows = await readAs(admin.as(`/api/admin/users?${query}`), withId.array());
    const file = await (await admin.as(`/api/admin/users.csv?${query}`)).text();
    return people.map(({ id }) => [
      rows.some((row) => row.id === id),
      file
        .split('\r\n')
        .find((line) => line.startsWith(`${id},`))
        ?.split(',')[6],
    ]);
  };
  expect(await statesIn('closed', closed, suspended)).toEqual([
    [true, 'closed'],
    [false, undefined],
  ]);
  expect(await statesIn('suspended', closed, suspended)).toEqual([
    [false, undefined],
    [true, 'suspended'],
  ]);
  const shown = async () => (await admin.as(`/api/users/${closed.id}`)).json();
  expect(await shown()).toMatchObject({ status: 'suspended', isClosed: true });
  expect((await undo(tokenIn(await mailTo(app, closed.email, /was closed$/)))).status).toBe(200);
  expect(await shown()).toMatchObject({ status: 'active', isClosed: false });
  expect(await statesIn('closed', closed)).toEqual([[false, undefined]]);
});
