import { appForFile, expectProblem, makeCustomer, type TestActor } from '../../kit/index.ts';
import { balanceOf, credit, funded, makeApprover, makeReseller, signUp, stepUpNow } from '../../kit/actors.ts';
import { purchase, verifyAs } from '../payments/payments.ts';
import { agreeTo, requestAbout } from './requests.ts';

let ada: TestActor;
let bea: TestActor;
let customer: TestActor;
const app = await appForFile({ background: false, env: { APPROVAL_ABOVE_GBP: '100' }, soundBooks: true });
beforeEach(async () => {
  ada = await makeApprover(app);
  bea = await makeApprover(app);
  customer = await funded(app, '10.00');
});

const adjust = (admin: TestActor, amount: string, person = customer) =>
  admin.withCookie(`/api/admin/users/${person.id}/adjustments`, { json: { amount, reason: 'A gift' } });

describe('the sum that one administrator moves alone in 24 hours', () => {
  test('counts together, from whomever to whomever, and each has a sum of their own', async () => {
    expect((await adjust(ada, '60.00')).status).toBe(201);
    expect((await adjust(ada, '40.00', await signUp(app))).status).toBe(201);
    await expectProblem(await adjust(ada, '0.01'), 'approval_needed');
    await expectProblem(await adjust(ada, '-0.01', await funded(app, '1.00')), 'approval_needed');
    expect((await adjust(bea, '100.00')).status).toBe(201);
    expect(await balanceOf(customer)).toBe('170.00');
  });

  test('counts though it is asked for at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => adjust(ada, '30.00')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await balanceOf(customer)).toBe('100.00');
  });

  test('counts over adjustments, verifications and reversals', async () => {
    const payment = await purchase(customer, { amount: '60.00' });
    const hash = payment.transactionHash ?? '';
    expect((await verifyAs(ada, payment.id, hash)).status).toBe(200);
    await expectProblem(await adjust(ada, '40.01'), 'approval_needed');
    const reverse = (admin: TestActor) =>
      admin.withCookie(`/api/admin/payments/${payment.id}/reversals`, {
        json: { amount: '50.00', reason: 'A mistake', freesHash: false },
      });
    await expectProblem(await reverse(ada), 'approval_needed');
    expect(await balanceOf(customer)).toBe('70.00');
    expect((await reverse(bea)).status).toBe(201);
    await expectProblem(await adjust(bea, '50.01'), 'approval_needed');
    const another = await purchase(customer, { amount: '55.00' });
    const verified = await verifyAs(bea, another.id, another.transactionHash ?? '');
    expect(await verified.json()).toMatchObject({ approval: { by: { id: bea.id } } });
    expect(await balanceOf(customer)).toBe('20.00');
  });

  test('counts when a reseller’s credit goes to a customer, which the reseller alone may do', async () => {
    const reseller = await makeReseller(app);
    await credit(app, reseller, '500.00');
    const own = await makeCustomer(app, reseller);
    const path = `/api/users/${reseller.id}/customers/${own.id}/transfers`;
    const move = (by: TestActor, amount: string) => by.withCookie(path, { json: { amount, direction: 'to_customer' } });
    expect((await move(ada, '90.00')).status).toBe(201);
    await expectProblem(await move(ada, '10.01'), 'approval_needed');
    expect((await move(reseller, '200.00')).status).toBe(201);
    expect((await agreeTo(bea, await requestAbout(bea, reseller.email))).status).toBe(200);
    expect(await balanceOf(own)).toBe('300.01');
  });

  test('ends after that, and does not count what two have agreed to', async () => {
    await expectProblem(await adjust(ada, '100.01'), 'approval_needed');
    expect((await agreeTo(bea, await requestAbout(bea, customer.email))).status).toBe(200);
    for (const admin of [ada, bea]) expect((await adjust(admin, '100.00')).status).toBe(201);
    await expectProblem(await adjust(ada, '1.00'), 'approval_needed');
    app.clock.advance(24 * 3_600_000 + 1);
    await stepUpNow(app, ada);
    expect((await adjust(ada, '100.00')).status).toBe(201);
    expect(await balanceOf(customer)).toBe('410.01');
  });
});

test('no administrator suspends or activates another one alone', async () => {
  const set = (admin: TestActor, what: 'suspend' | 'activate', { id } = bea) =>
    admin.withCookie(`/api/admin/users/${id}/${what}`, { method: 'PUT' });
  const cleo = await makeApprover(app);
  await expectProblem(await set(ada, 'suspend'), 'approval_needed');
  expect((await bea.withCookie('/api/auth/session')).status).toBe(200);
  expect((await agreeTo(cleo, await requestAbout(cleo, bea.email))).status).toBe(200);
  await expectProblem(await bea.withCookie('/api/auth/session'), 'account_suspended');
  await expectProblem(await set(ada, 'activate'), 'approval_needed');
  expect((await agreeTo(cleo, await requestAbout(cleo, bea.email))).status).toBe(200);
  expect((await bea.withCookie('/api/auth/session')).status).toBe(200);
  // A customer is suspended by one.
  expect((await set(ada, 'suspend', customer)).status).toBe(200);
});
