import { fromUnits, toUnits } from '../../src/money/evidence/units.ts';
import { verifyAs } from '../api/payments/payments.ts';
import { appForFile, balanceOf, forFile, MachineClock, makeAdmin, signUp } from '../kit/index.ts';
import { startBitcoin } from './kit/bitcoin.ts';
import { check, quoteFor } from './kit/evidence.ts';
import { confirmAll } from './kit/local-chain.ts';
import { lookNow, onlyPayment, paymentsOf, unclaimed } from './kit/wallets.ts';

const bitcoin = await forFile(startBitcoin());
const app = await appForFile({ env: bitcoin.env, background: false, clock: new MachineClock(), soundBooks: true });
const admin = await makeAdmin(app);

test('several outputs to our address: each is matched alone, and their sum where none of them is', async () => {
  const [split, alone, other] = [await signUp(app), await signUp(app), await signUp(app)];
  const [whole, single, foreign] = [
    await quoteFor(split, 'BTC', '120.00'),
    await quoteFor(alone, 'BTC', '170.00'),
    await quoteFor(other, 'BTC', '240.00'),
  ];
  await lookNow(app);
  const less = (amount: string, satoshis: bigint) => fromUnits(toUnits(amount, 8) - satoshis, 8);
  const inTwo = await bitcoin.payAll(['0.00100000', less(whole.cryptoAmount, 100_000n)]);
  // One of these is what a quote asks for, so that the rest is not its customer's; the sum is another quote's.
  const rest = less(foreign.cryptoAmount, toUnits(single.cryptoAmount, 8));
  const mixed = await bitcoin.payAll([single.cryptoAmount, rest]);
  await confirmAll(bitcoin);
  await lookNow(app);
  await lookNow(app);

  const payment = await onlyPayment(split);
  expect(payment).toMatchObject({ quoteId: whole.id, transactionHash: inTwo, outputIndex: null });
  expect(await check(admin, payment)).toMatchObject({ verdict: 'matches', arrivedValue: '120.00' });
  expect((await verifyAs(admin, payment.id, inTwo)).status).toBe(200);
  expect(await balanceOf(split)).toBe('120.00');

  const theirs = await onlyPayment(alone);
  expect(theirs).toMatchObject({ quoteId: single.id, transactionHash: mixed, outputIndex: 0 });
  expect(await check(admin, theirs)).toMatchObject({ verdict: 'matches' });
  expect(await paymentsOf(other)).toEqual([]);
  expect(await unclaimed(admin)).toMatchObject([{ transactionHash: mixed, outputIndex: 1 }]);
});
