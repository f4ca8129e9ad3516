import { z } from 'zod';
import type { Chain } from '../payments/catalogue.ts';
import { firstToAnswer } from './ask.ts';
import { transaction as bitcoinTransaction } from './esplora.ts';
import { blockHeight, blockNumber, dateOf, gain, hexOf, quantity, unixTime } from './fields.ts';
import { callRpc } from './json-rpc.ts';
import { type Ask, ChainFault } from './port.ts';
import { lossIn } from './solana-rpc.ts';
import { TRANSFER } from './transfer-log.ts';
import { digitsOf as tronDigits, milliseconds } from './tron-http.ts';

/** The balance of an address in a coin, and the sum that it has sent out since the last question. */
export interface Balance {
  /** In the coin's smallest unit, at this block. */
  units: bigint;
  block: number;
  /** All that is in blocks up to this time is in it; null: all that is in any block. */
  at: Date | null;
  /** Its own payments since the mark, with their fees where those are of the coin; null where the chain does not say. */
  sent: bigint | null;
  /** For the next time; only the chain's own reader understands it. */
  mark: unknown;
}

/** @param mark of the time before; null for the first time */
type BalanceReader = (
  ask: Ask,
  wallet: { address: string; contract: string | null },
  mark: unknown,
) => Promise<Balance>;

const sum = (units: readonly bigint[]): bigint => units.reduce((total, each) => total + each, 0n);
/** So many pages of what was sent out are read, and so many requests go out at once. */
const MOST_PAGES = 100;
const AT_ONCE = 5;

const satoshis = z.number().int().nonnegative().transform(BigInt);
const addressStats = z.object({
  chain_stats: z.object({ funded_txo_sum: satoshis, spent_txo_sum: satoshis, spent_txo_count: z.number().int() }),
});
const bitcoinMark = z.object({ height: blockNumber, spent: z.number().int() });

/** By an Esplora server: what blocks have of an address, between two looks at the same newest block. */
const readBitcoin: BalanceReader = async (ask, { address }, mark) => {
  const tip = () => ask({ path: '/blocks/tip/height', answer: blockNumber });
  const height = await tip();
  const { chain_stats: stats } = await ask({ path: `/address/${address}`, answer: addressStats });
  if ((await tip()) !== height) throw new ChainFault('has a new block meanwhile');
  const before = bitcoinMark.safeParse(mark).data;
  const spent = stats.spent_txo_count;
  return {
    units: stats.funded_txo_sum - stats.spent_txo_sum,
    block: height,
    at: null,
    sent: spent === (before?.spent ?? 0) ? 0n : before ? await sentByBitcoin(ask, address, before) : null,
    mark: { height, spent },
  };
};

/** Payments in blocks after the mark; the change that came back is not sent. */
async function sentByBitcoin(ask: Ask, address: string, { height }: z.output<typeof bitcoinMark>) {
  const answer = z.array(bitcoinTransaction);
  const sent: bigint[] = [];
  let path = `/address/${address}/txs/chain`;
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await ask({ path, answer });
    const isNew = ({ status }: (typeof listed)[number]) => (status.block_height ?? 0) > height;
    const own = (each: { scriptpubkey_address?: string | undefined; value: number } | null | undefined) =>
      each?.scriptpubkey_address?.toLowerCase() === address.toLowerCase() ? BigInt(each.value) : 0n;
    for (const { vin, vout } of listed.filter(isNew))
      sent.push(gain(sum(vin.map(({ prevout }) => own(prevout))), sum(vout.map(own))));
    const oldest = listed.at(-1);
    if (!oldest || !isNew(oldest)) return sum(sent);
    path = `/address/${address}/txs/chain/${oldest.txid}`;
  }
  return null;
}

const ethereumBlock = z.object({ timestamp: quantity.transform(Number).pipe(unixTime) });
const ethereumMark = z.object({ height: blockNumber, nonce: z.string() });
const logs = z.array(z.object({ data: quantity, removed: z.boolean().optional() }));
/** Nodes keep the state of 128 blocks, and a block that is 64 deep stays. */
const DEEP = 64;
/** Operators of nodes allow logs of at least so many blocks at once. */
const MOST_BLOCKS = 500;
/** The call of a token's `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231';

/**
 * By a node's JSON-RPC, all of one block. An address that signed nothing since the mark sent nothing; a token's logs say
 * how much was sent, but for ether nothing does.
 */
const readEthereum: BalanceReader = async (ask, { address, contract }, mark) => {
  const tip = await callRpc(ask, 'eth_blockNumber', [], blockHeight);
  const height = Math.max(0, tip - DEEP);
  const before = ethereumMark.safeParse(mark).data;
  if (before && height < before.height) throw new ChainFault('is behind');
  const [block, padded] = [hexOf(height), address.slice(2).toLowerCase().padStart(64, '0')];
  const [units, nonce, found] = await Promise.all([
    contract === null
      ? callRpc(ask, 'eth_getBalance', [address, block], quantity)
      : callRpc(ask, 'eth_call', [{ to: contract, data: BALANCE_OF + padded }, block], quantity),
    callRpc(ask, 'eth_getTransactionCount', [address, block], quantity),
    callRpc(ask, 'eth_getBlockByNumber', [block, false], ethereumBlock),
  ]);
  const isQuiet = nonce === BigInt(before?.nonce ?? 0);
  const rest = before && contract !== null ? { contract, padded, from: before.height + 1, to: height } : null;
  return {
    units,
    block: height,
    at: dateOf(found.timestamp),
    sent: isQuiet ? 0n : rest && (await sentByLogs(ask, rest)),
    mark: { height, nonce: nonce.toString() },
  };
};

async function sentByLogs(
  ask: Ask,
  { contract, padded, from, to }: { contract: string; padded: string; from: number; to: number },
): Promise<bigint> {
  const sent: bigint[] = [];
  for (let first = from; first <= to; first += MOST_BLOCKS) {
    const range = { fromBlock: hexOf(first), toBlock: hexOf(Math.min(to, first + MOST_BLOCKS - 1)) };
    const topics = [`0x${TRANSFER}`, `0x${padded}`];
    const found = await callRpc(ask, 'eth_getLogs', [{ ...range, address: contract, topics }], logs);
    sent.push(...found.filter(({ removed }) => !removed).map(({ data }) => data));
  }
  return sum(sent);
}

const tronBlock = z.object({
  block_header: z.object({ raw_data: z.object({ number: blockNumber, timestamp: milliseconds }) }),
});
const constant = z.object({ constant_result: z.array(z.string().regex(/^[\da-f]{1,64}$/i)).min(1) });
const tronMark = z.object({ time: milliseconds });
const tronSent = z.object({
  data: z.array(
    z.object({
      value: z
        .string()
        .regex(/^\d{1,40}$/)
        .transform(BigInt),
    }),
  ),
  meta: z.object({ fingerprint: z.string().optional() }).optional(),
});

/** The solid state of a node, and the list of transfers of TronGrid and others. What comes between two requests is read again. */
const readTron: BalanceReader = async (ask, { address, contract }, mark) => {
  const { block_header: header } = await ask({ path: '/walletsolidity/getnowblock', body: {}, answer: tronBlock });
  const { number: block, timestamp: time } = header.raw_data;
  const asked = {
    owner_address: address,
    contract_address: contract,
    function_selector: 'balanceOf(address)',
    parameter: tronDigits(address).padStart(64, '0'),
    visible: true,
  };
  const path = '/walletsolidity/triggerconstantcontract';
  const { constant_result: result } = await ask({ path, body: asked, answer: constant });
  const from = tronMark.safeParse(mark).data?.time ?? 0;
  return {
    units: BigInt(`0x${result[0]}`),
    block,
    at: new Date(time),
    sent: await sentByTron(ask, { address, contract, from: from + 1, to: time }),
    mark: { time },
  };
};

async function sentByTron(
  ask: Ask,
  { address, contract, from, to }: { address: string; contract: string | null; from: number; to: number },
): Promise<bigint | null> {
  const sent: bigint[] = [];
  let fingerprint: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { data, meta } = await ask({
      path: `/v1/accounts/${address}/transactions/trc20`,
      query: {
        ...{ only_from: 'true', only_confirmed: 'true', limit: '200', order_by: 'block_timestamp,asc' },
        ...{ min_timestamp: String(from), max_timestamp: String(to), contract_address: contract ?? '' },
        ...(fingerprint === undefined ? {} : { fingerprint }),
      },
      answer: tronSent,
    });
    sent.push(...data.map(({ value }) => value));
    fingerprint = meta?.fingerprint;
    if (fingerprint === undefined || data.length === 0) return sum(sent);
  }
  return null;
}

const lamports = z.object({
  context: z.object({ slot: z.number().int().nonnegative() }),
  value: z.number().int().nonnegative().transform(BigInt),
});
const solanaMark = z.object({ signature: z.string().nullable() });
const signatures = z.array(z.object({ signature: z.string().max(88) }));
const MOST_SIGNATURES = 1000;

/** By a node's JSON-RPC, what is final. What left the account is what its balance fell by in each of its transactions. */
const readSolana: BalanceReader = async (ask, { address }, mark) => {
  const commitment = 'finalized';
  const { context, value } = await callRpc(ask, 'getBalance', [address, { commitment }], lamports);
  const before = solanaMark.safeParse(mark).data;
  const until = before?.signature ? { until: before.signature } : {};
  const [time, listed] = await Promise.all([
    callRpc(ask, 'getBlockTime', [context.slot], unixTime.nullable()),
    callRpc(
      ask,
      'getSignaturesForAddress',
      [address, { commitment, limit: before ? MOST_SIGNATURES : 1, ...until }],
      signatures,
    ),
  ]);
  return {
    units: value,
    block: context.slot,
    at: dateOf(time),
    sent: before && listed.length < MOST_SIGNATURES ? await sentBySolana(ask, address, listed) : null,
    mark: { signature: listed[0]?.signature ?? before?.signature ?? null },
  };
};

async function sentBySolana(ask: Ask, address: string, listed: z.output<typeof signatures>): Promise<bigint> {
  const sent: bigint[] = [];
  for (let first = 0; first < listed.length; first += AT_ONCE)
    sent.push(
      ...(await Promise.all(
        listed.slice(first, first + AT_ONCE).map(({ signature }) => lossIn(ask, { hash: signature, address })),
      )),
    );
  return sum(sent);
}

const READERS: Record<Chain, BalanceReader> = {
  bitcoin: readBitcoin,
  ethereum: readEthereum,
  solana: readSolana,
  tron: readTron,
};

/** For all requests of one reading together. */
const TIMEOUT_MS = 60_000;

/** Reads a balance at the first endpoint that answers. @returns why none could, instead of a balance */
export const readBalance = (
  { chain, endpoints }: { chain: Chain; endpoints: readonly string[] },
  wallet: { address: string; contract: string | null },
  mark: unknown,
): Promise<Balance | { fault: string }> =>
  firstToAnswer(endpoints, TIMEOUT_MS, (ask) => READERS[chain](ask, wallet, mark));
