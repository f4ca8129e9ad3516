import { hexToBytes } from '@noble/hashes/utils.js';
import type { CoinId } from '../../../src/money/payments/catalogue.ts';
import { getSigning } from '../../../src/money/signatures/contract.ts';
import { digitsOf, signPrefixed } from '../../chain/kit/sign.ts';
import { makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, makePair, readAnswer, startTestApp } from '../../kit/index.ts';
import { orderAs } from './orders.ts';
import { purchase, rejectAs } from './payments.ts';

/** Signed texts over HTTP; what each chain's wallets sign is in `tests/chain/thief.test.ts`. */

const app = await appForFile({ background: false });
const admin = await makeAdmin(app);
const pathOf = (owner: TestActor, id: string) => `/api/users/${owner.id}/transactions/${id}/signatures`;
const inEther = (who: TestActor) =>
  purchase(who, {
    cryptocurrency: 'ETH' satisfies CoinId,
    transactionHash: `0x${Bun.randomUUIDv7('hex').replaceAll('-', '').padEnd(64, '0')}`,
  });
const keyOf = (number: number) => hexToBytes(number.toString(16).padStart(64, '0'));
const signedBy = (number: number, message: string) => {
  const key = keyOf(number);
  return { address: `0x${digitsOf(key)}`, signature: signPrefixed('Ethereum', message, key) };
};

test('the text names the product, the payment, the amount and the day, and nothing changes it', async () => {
  const customer = await signUp(app);
  const payment = await inEther(customer);
  const day = app.clock.now().toISOString().slice(0, 10);
  const first = await readAnswer(customer.as(pathOf(customer, payment.id)), getSigning);
  expect(first).toEqual({
    message: `Topline: I made payment ${payment.id} of 100.00 GBP on ${day}`,
    cryptocurrency: 'ETH',
    open: true,
    senders: [],
    signatures: [],
  });
  app.clock.advance(26 * 3_600_000);
  expect(await readAnswer(customer.as(pathOf(customer, payment.id)), getSigning)).toEqual(first);
  app.clock.putBack();
  // A wallet may break its signature into lines, and its address has capitals.
  const { address, signature } = signedBy(1, first.message);
  const json = {
    address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
    signature: `${signature.slice(0, 60)}\n ${signature.slice(60)}\n`,
  };
  expect((await customer.as(pathOf(customer, payment.id), { json })).status).toBe(201);
  const after = await readAnswer(admin.as(pathOf(customer, payment.id)), getSigning);
  expect(after.signatures).toMatchObject([{ address, sent: false }]);
});

test('a reseller’s customer signs with the name of the brand', async () => {
  const { reseller, customer } = await makePair(app);
  const brand = { name: 'Acme Voice', cryptoPayments: true };
  expect((await reseller.as(`/api/users/${reseller.id}/brand`, { method: 'PUT', json: brand })).status).toBe(200);
  const payment = await inEther(customer);
  const { message } = await readAnswer(customer.as(pathOf(customer, payment.id)), getSigning);
  expect(message).toStartWith('Acme Voice: ');
  expect(message).not.toContain('Topline');
});

test('a wrong address, signature or payment is refused with its field', async () => {
  const customer = await signUp(app);
  const payment = await inEther(customer);
  const { message } = await readAnswer(customer.as(pathOf(customer, payment.id)), getSigning);
  const right = signedBy(2, message);
  const refused: [unknown, string][] = [
    [{ ...right, address: '' }, 'address'],
    [{ ...right, address: 'x'.repeat(101) }, 'address'],
    [{ ...right, address: '0x\u0007' }, 'address'],
    [{ ...right, address: right.address.slice(0, -1) }, 'address'],
    [{ ...right, address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l' }, 'address'],
    [{ ...right, address: signedBy(3, message).address }, 'signature'],
    [{ ...right, signature: ' \n' }, 'signature'],
    [{ ...right, signature: `${right.signature}00` }, 'signature'],
    [{ ...right, signature: right.signature.slice(0, -1) }, 'signature'],
    [{ ...right, signature: 'a'.repeat(1001) }, 'signature'],
    [{ ...right, signature: `0x${'ff'.repeat(65)}` }, 'signature'],
    [{ ...right, signature: 5 }, 'signature'],
    [{ address: right.address }, 'signature'],
  ];
  for (const [json, path] of refused) {
    const response = await customer.as(pathOf(customer, payment.id), { json });
    expect(await expectProblem(response, 'validation_failed')).toMatchObject({ errors: [{ path }] });
  }
  const other = await inEther(customer);
  const elsewhere = await customer.as(pathOf(customer, other.id), { json: right });
  expect(await expectProblem(elsewhere, 'validation_failed')).toMatchObject({ errors: [{ path: 'signature' }] });
  const order = await orderAs(customer, { resellerPackage: 'monthly' });
  await expectProblem(await customer.as(pathOf(customer, order.id)), 'not_found');
  const stranger = await signUp(app);
  await expectProblem(await stranger.as(pathOf(stranger, payment.id), { json: right }), 'not_found');
  await expectProblem(await stranger.as(pathOf(customer, payment.id), { json: right }), 'forbidden');

  expect((await rejectAs(admin, payment.id)).status).toBe(200);
  await expectProblem(await customer.as(pathOf(customer, payment.id), { json: right }), 'already_processed');
});

test('a payment has twenty signatures at most, and an account tries sixty times an hour', async () => {
  await using limited = await startTestApp({ env: { RATE_LIMITS: 'on' }, background: false });
  const customer = await signUp(limited);
  const payment = await inEther(customer);
  const { message } = await readAnswer(customer.as(pathOf(customer, payment.id)), getSigning);
  const send = (number: number) => customer.as(pathOf(customer, payment.id), { json: signedBy(number, message) });
  for (let number = 1; number <= 20; number++) expect((await send(number)).status).toBe(201);
  await expectProblem(await send(21), 'not_allowed_now');
  // One that is there already is no further one.
  expect((await send(20)).status).toBe(201);
  const rest = await Promise.all(Array.from({ length: 39 }, () => send(1)));
  expect(rest.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 38 }, () => 201), 429]);
});
