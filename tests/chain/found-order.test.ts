import { transaction } from '../../src/money/payments/contract.ts';
import { submitAs, verifyAs } from '../api/payments/payments.ts';
import { appForFile, balanceOf, forFile, MachineClock, makeAdmin, readAs, signUp } from '../kit/index.ts';
import { quoteFor } from './kit/evidence.ts';
import { startTron } from './kit/tron.ts';
import { lookNow, paymentsOf } from './kit/wallets.ts';

const chain = await forFile(startTron());
const app = await appForFile({ env: chain.env, background: false, clock: new MachineClock(), soundBooks: true });
const admin = await makeAdmin(app);
await lookNow(app);

/** The price of a month as a reseller. */
const PRICE = '250.00';

test('the found payment pays the order once it is verified, and no other order', async () => {
  const customer = await signUp(app);
  const quote = await quoteFor(customer, 'USDT_TRC20', PRICE);
  const transactionHash = await chain.pay(quote.cryptoAmount);
  await chain.confirm();
  await lookNow(app);
  const [found] = await paymentsOf(customer);
  expect(found).toMatchObject({ type: 'credit_purchase', status: 'pending', settlesTransactionId: null });
  const ordered = { type: 'reseller_package', resellerPackage: 'monthly', quoteId: quote.id, transactionHash };
  const [placed, again] = [await submitAs(customer, ordered), await submitAs(customer, ordered)];
  const order = await readAs(placed, transaction);
  expect(order).toMatchObject({ type: 'reseller_package', status: 'pending', transactionHash: null });
  expect(await readAs(again, transaction)).toMatchObject({ id: order.id });
  expect(await paymentsOf(customer)).toMatchObject([{ id: found?.id, settlesTransactionId: order.id }]);
  expect((await verifyAs(admin, found?.id ?? '', transactionHash)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('0.00');
  const [paid] = await app.deps.sql<{ status: string; role: string }[]>`
    select t.status, u.role from transactions t join users u on u.id = t.user_id where t.id = ${order.id}`;
  expect(paid).toEqual({ status: 'completed', role: 'reseller' });
});

test('a payment keeps what its customer typed, although it was found first', async () => {
  const customer = await signUp(app);
  const quote = await quoteFor(customer, 'USDT_TRC20', '60.00');
  const transactionHash = await chain.pay(quote.cryptoAmount);
  await chain.confirm();
  await lookNow(app);
  const [found] = await paymentsOf(customer);
  expect(found).toMatchObject({ description: 'Credit purchase with Tether (TRC-20)' });
  const typed = { type: 'credit_purchase', description: 'For May', quoteId: quote.id, transactionHash };
  const taken = await readAs(await submitAs(customer, typed), transaction);
  expect(taken).toMatchObject({ id: found?.id, description: 'For May', wording: null });
});
