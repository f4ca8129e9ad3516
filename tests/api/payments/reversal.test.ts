import { z } from 'zod';
import { user } from '../../../src/callers/contract.ts';
import { adminStats, activity } from '../../../src/admin/contract.ts';
import { getTimeline } from '../../../src/money/payments/timeline-contract.ts';
import { reversal } from '../../../src/money/payments/reversals/contract.ts';
import { openEvents, readAnswer, readAs, balanceOf, makeApprover, signUp, type TestActor } from '../../kit/index.ts';
import { appForFile, expectProblem, mailTo, newNumber, postSms, transactionsOf, newNumbers } from '../../kit/index.ts';
import { agreeTo, requestAbout, withdraw } from '../admin/requests.ts';
import { orderCall } from '../voice/calls.ts';
import { orderTrunk, payAs } from './orders.ts';
import { newHash, purchase, purchaseOf, statuses, submitAs, verifyAs } from './payments.ts';

/** A verified payment is taken back. Above £500 two administrators have to say so. */
let ada: TestActor;
let bea: TestActor;
let customer: TestActor;
const app = await appForFile({ env: { APPROVAL_ABOVE_GBP: '500' }, soundBooks: true });
beforeEach(async () => {
  ada = await makeApprover(app, await signUp(app, { fullName: 'Ada Admin' }));
  bea = await makeApprover(app, await signUp(app, { fullName: 'Bea Admin' }));
  customer = await signUp(app);
});

const pathOf = (id: string) => `/api/admin/payments/${id}/reversals`;
const reverseAs = (admin: TestActor, id: string, json: object = {}, headers: Record<string, string> = {}) =>
  admin.as(pathOf(id), { json: { reason: 'It never arrived', ...json }, headers });
const reversalsOf = async (id: string) =>
  await readAs(ada.as(pathOf(id)), z.looseObject({ reversals: reversal.array(), left: z.string() }));
const userOf = async (person: TestActor) => await readAs(person.as(`/api/users/${person.id}`), user);

async function verified(amount = '100.00', transactionHash = newHash()): Promise<string> {
  const { id } = await purchase(customer, { amount });
  // Others than those who reverse, because each has a sum a day.
  for (let words = Number(amount) > 500 ? 2 : 1; words > 0; words -= 1) {
    expect((await verifyAs(await makeApprover(app), id, transactionHash)).status).toBe(200);
  }
  return id;
}

describe('a payment whose credit is there', () => {
  test('is taken back whole; list, timeline, mail, audit and the owner’s screen tell it', async () => {
    const id = await verified();
    const stats = async () => await readAs(ada.as('/api/admin/stats'), adminStats);
    const before = await stats();
    await using stream = await openEvents(app, { authorization: `Bearer ${customer.key}` });
    expect(await (await reverseAs(ada, id)).json()).toMatchObject({
      reversal: { amount: '100.00', requestedBy: { id: ada.id }, freesHash: false },
      transaction: { type: 'payment_reversal', amount: '100.00', balanceChange: '-100.00' },
      user: { credits: '0.00', owed: '0.00' },
    });
    expect((await stream.next('payment-reversed')).data).toMatchObject({
      transactionId: id,
      amount: '100.00',
      credits: '0.00',
      owed: '0.00',
    });
    expect((await stats()).monthlyRevenue).toBe(before.monthlyRevenue - 100);

    const [latest, payment] = await transactionsOf(customer);
    expect(latest).toMatchObject({ type: 'payment_reversal', reason: 'It never arrived' });
    expect(payment).toMatchObject({ id, status: 'verified' });
    const timeline = async (person: TestActor) =>
      await readAnswer(person.as(`/api/users/${customer.id}/transactions/${id}/timeline`), getTimeline);
    const reversed = { step: 'reversed', state: 'done', amount: '100.00', reason: 'It never arrived' };
    expect((await timeline(customer)).steps.at(-1)).toMatchObject({ ...reversed, by: null });
    expect((await timeline(bea)).steps.at(-1)).toMatchObject({ ...reversed, by: { id: ada.id } });
    const { text } = await mailTo(app, customer.email, /reversed/);
    expect(text).toContain('It never arrived');
    expect(text).not.toContain('owed');
    const entries = await readAs(ada.as('/api/admin/activity'), activity.array());
    expect(entries.find(({ action }) => action === 'payment.reversed')).toMatchObject({
      subject: customer.email,
      detail: { transactionId: id, amount: '100.00', becameDebt: '0.00' },
    });
  });

  test('in parts, and no more than arrived', async () => {
    const id = await verified();
    expect((await reverseAs(ada, id, { amount: '30.00' })).status).toBe(201);
    expect(await reversalsOf(id)).toMatchObject({ left: '70.00', reversals: [{ amount: '30.00' }] });
    await expectProblem(await reverseAs(ada, id, { amount: '70.01' }), 'validation_failed');
    expect((await reverseAs(ada, id)).status).toBe(201);
    expect(await balanceOf(customer)).toBe('0.00');
    await expectProblem(await reverseAs(ada, id), 'not_allowed_now');
    expect((await reversalsOf(id)).left).toBe('0.00');
  });

  test('by two administrators at once is taken back once; one key gives one answer', async () => {
    const id = await verified();
    const responses = await Promise.all([ada, bea, ada, bea].map((admin) => reverseAs(admin, id)));
    expect(statuses(responses)).toEqual({ 201: 1, 409: 3 });
    expect(await balanceOf(customer)).toBe('0.00');

    const again = await verified();
    const once = () => reverseAs(ada, again, { amount: '10.00' }, { 'idempotency-key': 'once' });
    expect(await (await once()).text()).toBe(await (await once()).text());
    expect(await balanceOf(customer)).toBe('90.00');
  });
});

test('the customer owes what is not there: it stops sending, and the next top-up pays it first', async () => {
  const id = await verified();
  expect((await postSms(customer, newNumbers(1000))).status).toBe(201);
  expect((await reverseAs(ada, id)).status).toBe(201);
  expect(await userOf(customer)).toMatchObject({ credits: '0.00', owed: '30.00' });
  expect((await mailTo(app, customer.email, /reversed/)).text).toContain('£30.00');
  await expectProblem(await postSms(customer, [newNumber()]), 'insufficient_credits');

  await verified('50.00');
  expect(await userOf(customer)).toMatchObject({ credits: '20.00', owed: '0.00' });
  expect((await postSms(customer, [newNumber()])).status).toBe(201);
  const types = (await transactionsOf(customer)).map(({ type, balanceChange }) => [type, balanceChange]);
  expect(types.slice(1, 5)).toEqual([
    ['debt_payment', '-30.00'],
    ['credit_purchase', '50.00'],
    ['payment_reversal', '-70.00'],
    ['sms_charge', '-30.00'],
  ]);
});

test('a customer who owes makes no call, though a package has minutes for it', async () => {
  const id = await verified('250.00');
  const { transactionId } = await orderTrunk(customer);
  expect((await payAs(customer, transactionId ?? '')).status).toBe(200);
  expect((await orderCall(customer)).status).toBe(201);
  expect((await reverseAs(ada, id)).status).toBe(201);
  const refused = await expectProblem(await orderCall(customer), 'insufficient_credits');
  expect(refused.detail).toContain('This account owes £150.00');
});

describe('the hash of a reversed payment', () => {
  const submitAgain = (transactionHash: string) => submitAs(customer, purchaseOf({ transactionHash }));

  test('stays blocked', async () => {
    const hash = newHash();
    await reverseAs(ada, await verified('100.00', hash));
    await expectProblem(await submitAgain(hash), 'duplicate_transaction_hash');
  });

  test('or is free again, where the administrator says so, and counts once again', async () => {
    const hash = newHash();
    const id = await verified('100.00', hash);
    await expectProblem(await reverseAs(ada, id, { amount: '1.00', freesHash: true }), 'validation_failed');
    expect((await reverseAs(ada, id, { freesHash: true })).status).toBe(201);
    expect((await submitAgain(hash)).status).toBe(201);
    await expectProblem(await submitAgain(hash), 'duplicate_transaction_hash');
    const first = (await transactionsOf(customer)).find((row) => row.id === id);
    expect(first?.transactionHash).toBe(hash);
  });
});

describe('above the amount that takes two', () => {
  test('exactly the amount takes one, a penny more takes two', async () => {
    const id = await verified('1000.00');
    expect((await reverseAs(ada, id, { amount: '500.00' })).status).toBe(201);
    expect((await reverseAs(bea, id, { amount: '500.00' })).status).toBe(201);
    const more = await verified('500.01');
    await expectProblem(await reverseAs(await makeApprover(app), more), 'approval_needed');
  });

  test("an administrator's own reversals of a day count together, up to exactly the amount", async () => {
    const id = await verified('1000.00');
    expect((await reverseAs(ada, id, { amount: '300.00' })).status).toBe(201);
    expect((await reverseAs(ada, id, { amount: '200.00' })).status).toBe(201);
    await expectProblem(await reverseAs(ada, id, { amount: '0.01' }), 'approval_needed');
  });

  test('it waits for another administrator, who agrees to exactly this', async () => {
    const id = await verified('600.00');
    await expectProblem(await reverseAs(ada, id), 'approval_needed');
    await expectProblem(await reverseAs(ada, id), 'approval_needed');
    await expectProblem(await reverseAs(bea, id, { amount: '550.00' }), 'approval_needed');
    expect(await balanceOf(customer)).toBe('600.00');
    expect(await reversalsOf(id)).toMatchObject({ reversals: [], left: '600.00' });
    const request = await requestAbout(bea, id);
    expect(request.wanted).toMatchObject({ kind: 'reversal', email: customer.email, amount: '600.00' });
    await expectProblem(await agreeTo(ada, request), 'not_allowed_now');
    const both = await Promise.all([agreeTo(bea, request), agreeTo(bea, request)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await balanceOf(customer)).toBe('0.00');
    expect(await reversalsOf(id)).toMatchObject({
      left: '0.00',
      reversals: [{ amount: '600.00', requestedBy: { id: ada.id }, decidedBy: { id: bea.id } }],
    });
    const log = (await readAs(ada.as('/api/admin/activity'), activity.array())).map(({ action }) => action);
    expect(log.slice(0, 3)).toEqual(['payment.reversed', 'approval.given', 'approval.asked']);
  });

  test('an amount that was taken back meanwhile is not taken back again', async () => {
    const id = await verified('600.00');
    await expectProblem(await reverseAs(ada, id), 'approval_needed');
    expect((await reverseAs(bea, id, { amount: '100.00' })).status).toBe(201);
    const request = await requestAbout(bea, id);
    await expectProblem(await agreeTo(bea, request), 'validation_failed');
    expect(await balanceOf(customer)).toBe('500.00');
    expect((await withdraw(bea, request)).status).toBe(204);
  });

  test('an administrator who is newer than the request approves nothing', async () => {
    const id = await verified('600.00');
    const made = await makeApprover(app);
    await expectProblem(await reverseAs(ada, id), 'approval_needed');
    const request = await requestAbout(ada, id);
    app.clock.advance(1);
    const late = await makeApprover(app);
    const refused = await expectProblem(await agreeTo(late, request), 'not_allowed_now');
    expect(refused.detail).toBe('Only someone who was already an administrator when this was requested can approve it');
    expect(await balanceOf(customer)).toBe('600.00');
    // An administrator since that very moment may do it.
    expect((await agreeTo(made, request)).status).toBe(200);
    expect(await balanceOf(customer)).toBe('0.00');
  });

  test('while it waits the account cannot be closed', async () => {
    const id = await verified('600.00');
    await expectProblem(await reverseAs(ada, id), 'approval_needed');
    const closing = { json: { email: customer.email, givesUp: '600.00' } };
    await expectProblem(await customer.withCookie('/api/auth/closing', closing), 'not_allowed_now');
    expect((await withdraw(ada, await requestAbout(ada, id))).status).toBe(204);
    expect((await customer.withCookie('/api/auth/closing', closing)).status).toBe(200);
  });
});

test('nobody reverses what was not verified, is no payment or is not there', async () => {
  const { id } = await purchase(customer);
  await expectProblem(await reverseAs(ada, id), 'not_allowed_now');
  await expectProblem(await reverseAs(ada, Bun.randomUUIDv7()), 'not_found');
  await verified();
  await postSms(customer, [newNumber()]);
  const [charge] = await transactionsOf(customer);
  await expectProblem(await reverseAs(ada, charge?.id ?? ''), 'not_found');
  await expectProblem(await reverseAs(ada, id, { reason: '' }), 'validation_failed');
});
