import { randomBytes } from 'node:crypto';
import { toUnits } from '../../src/money/evidence/units.ts';
import { verifyAs } from '../api/payments/payments.ts';
import { balanceOf, forFile, MachineClock, makeAdmin, signUp, startTestApp } from '../kit/index.ts';
import { payThroughContract, startEther } from './kit/ethereum.ts';
import type { EthereumNode } from './kit/ethereum-node.ts';
import { check, quoteFor, submitQuoted } from './kit/evidence.ts';
import { lookNow, paymentsOf } from './kit/wallets.ts';

/** Ether that a contract pays, as wallets that are contracts do: found where the node shows the calls of a block. */

const chain = await forFile(startEther());
const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const asArgument = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;

async function payAndTakeBack(node: EthereumNode, to: string, value: bigint): Promise<string> {
  const [outer, inner] = [newAddress(), newAddress()];
  await node.call('anvil_setCode', inner, '0x600035600080808034855af160006000fd');
  const passesOn = `0x366000600037600060003660003473${inner.slice(2)}5af100`;
  await node.call('anvil_setCode', outer, passesOn);
  return node.send({ to: outer, value, data: asArgument(to) });
}

// Amounts of their own: the chain is one for both, and a block may be of the second in which the next quote is made.
test.each([
  ['trace', '100.00', '200.00'],
  ['debug', '110.00', '210.00'],
])('a payment through a contract is found by "%s"', async (traces, amount, anotherAmount) => {
  await using app = await startTestApp({
    env: { ...chain.env, CHAIN_ETH_TRACES: traces },
    background: false,
    clock: new MachineClock(),
  });
  const admin = await makeAdmin(app);
  const [customer, other] = [await signUp(app), await signUp(app)];
  const quote = await quoteFor(customer, 'ETH', amount);
  const broken = await quoteFor(other, 'ETH', anotherAmount);
  await lookNow(app);
  const hash = await payThroughContract(chain.node, chain.wallet, toUnits(quote.cryptoAmount, 18));
  const taken = await payAndTakeBack(chain.node, chain.wallet, toUnits(broken.cryptoAmount, 18));
  await chain.node.mine(12);
  await lookNow(app);

  const [payment, ...more] = await paymentsOf(customer);
  expect(more).toEqual([]);
  if (!payment) throw new Error('there is no payment');
  expect(payment).toMatchObject({ quoteId: quote.id, transactionHash: hash });
  const evidence = await check(admin, payment);
  expect(evidence).toMatchObject({ verdict: 'matches', reasons: [], arrivedValue: amount });
  // The contract has paid, and not who has called it.
  expect(evidence.senders).toHaveLength(1);
  expect(evidence.senders).not.toContain(chain.node.accounts[0]?.toLowerCase());
  expect((await verifyAs(admin, payment.id, hash)).status).toBe(200);
  expect(await balanceOf(customer)).toBe(amount);

  expect(await paymentsOf(other)).toEqual([]);
  const claim = await submitQuoted(other, broken, taken);
  expect(await check(admin, claim)).toMatchObject({ verdict: 'differs', reasons: ['wrong_address'] });
});

test('without the setting it is not found, and its hash is an open question', async () => {
  await using app = await startTestApp({ env: chain.env, background: false, clock: new MachineClock() });
  const admin = await makeAdmin(app);
  const customer = await signUp(app);
  const quote = await quoteFor(customer, 'ETH');
  await lookNow(app);
  const hash = await payThroughContract(chain.node, chain.wallet, toUnits(quote.cryptoAmount, 18));
  await chain.node.mine(12);
  await lookNow(app);
  expect(await paymentsOf(customer)).toEqual([]);
  const payment = await submitQuoted(customer, quote, hash);
  expect(await check(admin, payment)).toMatchObject({ reasons: ['internal_transfer'] });
});
