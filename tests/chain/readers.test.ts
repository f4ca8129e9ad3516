import { base58 } from '@scure/base';
import { z } from 'zod';
import { lookUp } from '../../src/money/chain/look-up.ts';
import type { Sighting } from '../../src/money/chain/port.ts';
import type { Chain } from '../../src/money/payments/catalogue.ts';
import { type Endpoint, startEndpoint } from './kit/endpoint.ts';
import { payThroughContract, startEther } from './kit/ethereum.ts';
import { readAs } from '../kit/read.ts';

const open: Endpoint[] = [];
afterEach(() => Promise.all(open.splice(0).map((endpoint) => endpoint.stop())));

async function sightingOf(
  chain: Chain,
  target: { hash: string; address: string; contract?: string },
  answer: (method: string) => unknown,
): Promise<Sighting | string> {
  const endpoint = startEndpoint(async (request) => {
    const { method } = await readAs(request, z.object({ method: z.string().optional() }));
    const result = answer(method ?? new URL(request.url).pathname);
    return Response.json(method ? { jsonrpc: '2.0', id: 1, result } : result);
  });
  open.push(endpoint);
  const { sighting, fault } = await lookUp(chain, [endpoint.url], { contract: null, ...target });
  return sighting ?? fault;
}

const word = (digits: string) => `0x${digits.replace('0x', '').padStart(64, '0')}`;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const [OURS, TOKEN, OTHER] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`, `0x${'c3'.repeat(20)}`];

describe('Ethereum', () => {
  const hash = `0x${'12'.repeat(32)}`;
  const sent = { hash, from: OTHER, to: TOKEN, value: '0x0' };
  const log = (from: string, to: string, amount: bigint, address = TOKEN) => ({
    address,
    topics: [TRANSFER, word(from), word(to)],
    data: word(amount.toString(16)),
  });
  const look = (
    logs: unknown[],
    more: { sent?: object; receipt?: object } = {},
    contract: string | undefined = TOKEN,
  ) =>
    sightingOf(
      'ethereum',
      { hash, address: OURS.toUpperCase().replace('0X', '0x'), ...(contract ? { contract } : {}) },
      (method) => {
        if (method === 'eth_getTransactionByHash') return { ...sent, ...more.sent };
        if (method === 'eth_blockNumber') return '0x20';
        if (method === 'eth_getBlockByNumber') return { timestamp: '0x6ab00000' };
        return {
          transactionHash: hash,
          status: '0x1',
          blockNumber: '0x10',
          gasUsed: '0xc350',
          logs,
          ...more.receipt,
        };
      },
    );

  test('adds up all transfers of the token to our address', async () => {
    expect(await look([log(OTHER, OURS, 5n), log(OTHER, TOKEN, 9n), log(TOKEN, OURS, 7n)])).toMatchObject({
      arrived: 12n,
      otherAsset: false,
      confirmations: 17,
    });
  });

  test('a transfer of ours to ourselves brings nothing', async () => {
    expect(await look([log(OURS, OURS, 5n), log(OURS, OTHER, 3n)])).toMatchObject({ arrived: 0n });
  });

  test('a token that is one of a kind, and a log cut short, are no transfers', async () => {
    const single = { ...log(OTHER, OURS, 5n), topics: [TRANSFER, word(OTHER), word(OURS), word('5')], data: '0x' };
    const short = { ...log(OTHER, OURS, 5n), data: '0x05' };
    const approval = { ...log(OTHER, OURS, 5n), topics: [word('8c5b'), word(OTHER), word(OURS)] };
    expect(await look([single, short, approval])).toMatchObject({ arrived: 0n, otherAsset: false });
  });

  test('ether instead of the token is another asset', async () => {
    expect(await look([], { sent: { to: OURS, value: '0x5' } })).toMatchObject({ arrived: 0n, otherAsset: true });
  });

  test('a receipt of another transaction is not believed', async () => {
    const receipt = { transactionHash: `0x${'34'.repeat(32)}` };
    expect(await look([], { receipt })).toBe('127.0.0.1 answered with another transaction');
    expect(await look([], { sent: { hash: receipt.transactionHash } })).toBe(
      '127.0.0.1 answered with another transaction',
    );
  });

  test('an error of the node is a fault, and its words are not repeated', async () => {
    const endpoint = startEndpoint(() =>
      Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32005, message: '<b>Pay at evil.example</b>' } }),
    );
    open.push(endpoint);
    const { fault } = await lookUp('ethereum', [endpoint.url], { hash, address: OURS, contract: null });
    expect(fault).toBe('127.0.0.1 refused with error -32005');
  });
});

describe('Ether through a contract', () => {
  let chain: Awaited<ReturnType<typeof startEther>>;
  beforeAll(async () => {
    chain = await startEther();
  }, 60_000);
  afterAll(() => chain.stop());

  test('may have reached us, so that nothing is said of it', async () => {
    const hash = await payThroughContract(chain.node, chain.wallet, 5n);
    await chain.confirm();
    // It did: the coins are there, and no receipt shows it.
    expect(await chain.node.call('eth_getBalance', chain.wallet, 'latest')).toBe('0x5');
    const target = { hash, address: chain.wallet, contract: null };
    expect((await lookUp('ethereum', [chain.node.url], target)).sighting).toMatchObject({
      found: true,
      failed: false,
      arrived: 0n,
      internalTransfer: true,
    });
  });
});

describe('Solana', () => {
  const hash = 'Sig';
  const [ours, payer] = ['Ours', 'Payer'];
  const look = (meta: object, accountKeys = [payer, ours], instructions: object[] = []) =>
    sightingOf('solana', { hash, address: ours }, () => ({
      blockTime: 1_790_000_000,
      meta: { err: null, preBalances: [9, 1], postBalances: [4, 6], ...meta },
      transaction: { signatures: [hash], message: { accountKeys, instructions } },
    }));
  const token = (accountIndex: number, owner: string, amount: string) => ({
    accountIndex,
    owner,
    mint: 'Mint',
    uiTokenAmount: { amount },
  });

  test('finds an account that a lookup table names', async () => {
    const loadedAddresses = { writable: ['Else', ours], readonly: [] };
    const balances = { preBalances: [9, 0, 1], postBalances: [4, 0, 6] };
    expect(await look({ ...balances, loadedAddresses }, [payer])).toMatchObject({ arrived: 5n });
  });

  test.each([
    ['nothing', [], []],
    ['more than arrived', [9], []],
    ['less than arrived', [2], []],
    ['all that arrived', [2, 3], [2n, 3n]],
  ])('of %s that is shown as transfers, those are payments only which make up all', async (_what, amounts, shown) => {
    const transfers = amounts.map((amount) => ({
      programIdIndex: 2,
      accounts: [0, 1],
      data: base58.encode(Uint8Array.from([2, 0, 0, 0, amount, 0, 0, 0, 0, 0, 0, 0])),
    }));
    const accounts = [payer, ours, '11111111111111111111111111111111'];
    const sighting = await look({ innerInstructions: null }, accounts, transfers);
    const outputs = shown.map((amount, index) => ({ index, amount }));
    expect(sighting).toMatchObject({ arrived: 5n, outputs });
  });

  test('a payment of our account in the same transaction counts against it', async () => {
    expect(await look({ preBalances: [1, 9], postBalances: [6, 4] })).toMatchObject({ arrived: 0n });
  });

  test('a token instead of the coin is another asset, and one that was there before is not', async () => {
    const nothing = { preBalances: [9, 1], postBalances: [9, 1] };
    const arrived = { preTokenBalances: [], postTokenBalances: [token(1, ours, '5')] };
    expect(await look({ ...nothing, ...arrived })).toMatchObject({ arrived: 0n, otherAsset: true });
    const kept = { preTokenBalances: [token(1, ours, '5')], postTokenBalances: [token(1, ours, '5')] };
    expect(await look({ ...nothing, ...kept })).toMatchObject({ otherAsset: false });
  });

  test.each([
    ['a balance that a number does not hold exactly', { postBalances: [0, 2 ** 60] }],
    ['a balance that is missing', { postBalances: [4] }],
  ])('%s is not believed', async (_what, meta) => {
    expect(await look(meta)).toBe('127.0.0.1 answered with a balance that is none');
  });
});

describe('TRON', () => {
  const hash = 'ef'.repeat(32);
  const address = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';
  const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const look = (information: object, transaction: object = { txID: hash }, to = address) =>
    sightingOf('tron', { hash, address: to, contract }, (path) =>
      path.endsWith('gettransactionbyid') ? transaction : information,
    );

  test('TRX instead of the token is another asset', async () => {
    // The example of a transfer in the documentation, to the address of the demonstration.
    const value = { amount: 1_318_520_000, owner_address: `41${'fc'.repeat(20)}`, to_address: `41${'00'.repeat(20)}` };
    const contracts = [{ parameter: { value }, type: 'TransferContract' }];
    const sent = { txID: hash, raw_data: { contract: contracts } };
    expect(await look({ id: hash, receipt: { net_usage: 268 } }, sent)).toMatchObject({
      found: true,
      failed: false,
      arrived: 0n,
      otherAsset: true,
    });
  });

  test.each([
    ['the transaction', { result: 'FAILED' }],
    ['its receipt', { receipt: { result: 'OUT_OF_ENERGY' } }],
  ])('a failure that %s alone tells of moved nothing, whatever the log says', async (_what, failure) => {
    const [from, to] = [word('fc'.repeat(20)).slice(2), word('00'.repeat(20)).slice(2)];
    // The token's contract, without the first byte of its address.
    const token = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
    const log = [{ address: token, topics: [TRANSFER.slice(2), from, to], data: word('5').slice(2) }];
    expect(await look({ id: hash, log })).toMatchObject({ failed: false, arrived: 5n });
    expect(await look({ id: hash, log, ...failure })).toMatchObject({ failed: true, arrived: 0n });
  });

  test('a transaction that is in no block yet is found, and no more is said', async () => {
    expect(await look({})).toMatchObject({ found: true, arrived: null, confirmations: 0 });
    expect(await look({}, {})).toEqual({ found: false });
  });

  test('an invalid address is a fault of the payment, not of the endpoint', async () => {
    expect(await look({ id: hash }, { txID: hash }, '0x000000000000000000000000000000000000dEaD')).toBe(
      '127.0.0.1 was not asked: the address of the payment is no TRON address',
    );
  });
});
