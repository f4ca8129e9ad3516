import { AccountRole, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { lookUp } from '../../src/money/chain/look-up.ts';
import { appForFile, balanceOf, codeOf, forFile, makeAdmin, signUp, type TestActor } from '../kit/index.ts';
import { submitAs, verifyAs } from '../api/payments/payments.ts';
import { check } from './kit/evidence.ts';
import { startSolana } from './kit/solana.ts';
import { readAs, withId } from '../kit/read.ts';

/** On Solana one transaction may pay us by several instructions: each of them is an output. */

const SOL = 1_000_000_000n;
const [TOKEN_PROGRAM, ACCOUNTS_OF_TOKENS, WRAPPED_SOL] = [
  address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
  address('So11111111111111111111111111111111111111112'),
];

const chain = await forFile(startSolana());
const app = await appForFile({ env: chain.env, background: false, soundBooks: true });
const admin = await makeAdmin(app);

const pay = (who: TestActor, transactionHash: string, amount: string, outputIndex?: number) =>
  submitAs(who, { type: 'credit_purchase', amount, cryptocurrency: 'SOL', transactionHash, outputIndex });
const paid = (...given: Parameters<typeof pay>): Promise<{ id: string }> => readAs(pay(...given), withId);
const sightingOf = async (hash: string, to: string) => {
  const { sighting } = await lookUp('solana', [chain.env['CHAIN_SOL_URL'] ?? ''], {
    hash,
    address: to,
    contract: null,
  });
  return sighting;
};

test('one transaction that pays two customers counts once for each of its transfers to us', async () => {
  const hash = await chain.send([
    chain.transfer(chain.somebody, 5n * SOL),
    chain.transfer(chain.wallet, 26n * SOL),
    await chain.transferWithSeed(chain.wallet, 52n * SOL),
  ]);
  await chain.confirm();
  const [ada, bob, eve] = [await signUp(app), await signUp(app), await signUp(app)];
  const first = await paid(ada, hash, '100.00');
  expect(await check(admin, first)).toMatchObject({
    reasons: ['not_quoted'],
    outputIndex: 1,
    arrivedValue: '100.00',
    outputs: [
      { index: 1, amount: '26.00', usedBy: null },
      { index: 2, amount: '52.00', usedBy: null },
    ],
  });
  const second = await paid(bob, hash, '200.00', 2);
  expect(await check(admin, second)).toMatchObject({
    reasons: ['not_quoted'],
    outputIndex: 2,
    arrivedValue: '200.00',
    usedBefore: null,
  });
  for (const payment of [first, second]) {
    expect((await verifyAs(admin, payment.id, hash)).status).toBe(200);
  }
  expect([await balanceOf(ada), await balanceOf(bob)]).toEqual(['100.00', '200.00']);
  for (const output of [undefined, 1, 2]) {
    const refused = await pay(eve, hash, '100.00', output);
    expect([refused.status, await codeOf(refused)]).toEqual([409, 'duplicate_transaction_hash']);
  }
  // Nothing of ours is there: neither what went to somebody else nor what was never sent.
  for (const output of [0, 3]) {
    const invented = await paid(await signUp(app), hash, '100.00', output);
    expect(await check(admin, invented)).toMatchObject({
      verdict: 'differs',
      reasons: ['wrong_address', 'not_quoted'],
    });
  }
});

test('a payment by a called program is an output of its own', async () => {
  const bytes = getAddressEncoder();
  const [account] = await getProgramDerivedAddress({
    programAddress: ACCOUNTS_OF_TOKENS,
    seeds: [chain.somebody, TOKEN_PROGRAM, WRAPPED_SOL].map((each) => bytes.encode(each)),
  });
  // The program adds what an account of its kind must hold to what is there.
  const hash = await chain.send([
    chain.transfer(account, 1_000_000n),
    {
      programAddress: ACCOUNTS_OF_TOKENS,
      accounts: [
        { address: chain.payer, role: AccountRole.WRITABLE_SIGNER },
        { address: account, role: AccountRole.WRITABLE },
        { address: chain.somebody, role: AccountRole.READONLY },
        { address: WRAPPED_SOL, role: AccountRole.READONLY },
        { address: address('11111111111111111111111111111111'), role: AccountRole.READONLY },
        { address: TOKEN_PROGRAM, role: AccountRole.READONLY },
      ],
    },
  ]);
  await chain.confirm();
  expect(await sightingOf(hash, account)).toMatchObject({
    arrived: 2_039_280n,
    outputs: [
      { index: 0, amount: 1_000_000n },
      { index: 2001, amount: 1_039_280n },
    ],
  });
});
