import { z } from 'zod';
import { blockNumber, digitsOf, hexOf } from './fields.ts';
import { innerPaymentsOfBlock } from './ethereum-traces.ts';
import { callRpc } from './json-rpc.ts';
import { type Ask, ChainFault, type Listing, type Seen, type Wallet, type WalletReader } from './port.ts';
import type { TraceForm } from './settings.ts';
import { TRANSFER } from './transfer-log.ts';

/** The newest blocks that may still be replaced: two epochs, after which a block is final. */
const WINDOW = 64;
/** Logs of many blocks come in one answer; operators of nodes allow at least so many. */
const MOST_BLOCKS = 500;
/** Logs are asked for so many addresses at once. */
const MOST_PAYEES = 200;
/** Each block is an answer of its own, of up to a few megabytes. */
const MOST_WHOLE_BLOCKS = 20;
const AT_ONCE = 4;
/** The first look goes back so far: an hour of logs, and five minutes of whole blocks. */
const FIRST_BLOCKS = 300;
const FIRST_WHOLE_BLOCKS = 25;

const hash = z.string().regex(/^0x[\da-f]{64}$/i);
const height = z
  .string()
  .regex(/^0x[\da-f]{1,8}$/i)
  .transform(Number)
  .pipe(blockNumber);
const logs = z.array(z.object({ transactionHash: hash, topics: z.array(hash), removed: z.boolean().optional() }));
const block = z.object({ hash });
const wholeBlock = block.extend({
  transactions: z.array(z.object({ hash, to: z.string().nullable(), value: z.string() })),
});
const position = z.object({ height: blockNumber, hash: z.string().nullable() });
type Position = z.output<typeof position>;

/** The transactions that paid an Ethereum address: by a token's logs, or by whole blocks for the coin itself. */
export const listEthereum: WalletReader = async (ask, wallet, { position: from }) => {
  const before = position.safeParse(from).data ?? null;
  const tip = await callRpc(ask, 'eth_blockNumber', [], height);
  if (before && tip < before.height - WINDOW) throw new ChainFault('is behind');
  return wallet.contract === null
    ? listCoin(ask, wallet, { before, tip })
    : listToken(ask, { ...wallet, contract: wallet.contract }, { before, tip });
};

interface Range {
  before: Position | null;
  tip: number;
}

async function listToken(
  ask: Ask,
  { contract, ...wallet }: Wallet & { contract: string },
  { before, tip }: Range,
): Promise<Listing> {
  const from = Math.max(0, before ? before.height - WINDOW + 1 : tip - FIRST_BLOCKS);
  const to = Math.min(tip, from + MOST_BLOCKS - 1);
  const ours = await addressesOf(wallet);
  const payees = [...ours.keys()].map((digits) => `0x${digits.padStart(64, '0')}`);
  const range = { fromBlock: hexOf(from), toBlock: hexOf(to) };
  const seen = new Map<string, Seen>();
  for (let first = 0; first < payees.length; first += MOST_PAYEES) {
    const topics = [`0x${TRANSFER}`, null, payees.slice(first, first + MOST_PAYEES)];
    const found = await callRpc(ask, 'eth_getLogs', [{ ...range, address: contract, topics }], logs);
    for (const { transactionHash, topics: logged, removed } of found) {
      const address = ours.get(logged[2]?.slice(-40).toLowerCase() ?? '');
      const hash = transactionHash.toLowerCase();
      if (address !== undefined && !removed) seen.set(`${hash} ${address}`, { hash, address });
    }
  }
  return {
    seen: [...seen.values()],
    position: { height: Math.max(to, before?.height ?? 0), hash: null },
    isComplete: to >= tip,
    height: tip,
  };
}

/** Blocks follow each other by their hashes. If the last one was replaced, those before it may have been too. */
async function listCoin(ask: Ask, wallet: Wallet, { before, tip }: Range): Promise<Listing> {
  const from = await firstBlock(ask, before, tip);
  const to = Math.min(tip, from + MOST_WHOLE_BLOCKS - 1);
  const seen = new Map<string, Seen>();
  let last: Position | null = before;
  for (let first = from; first <= to; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, to - first + 1) }, (_, place) => first + place);
    const blocks = await Promise.all(numbers.map((number) => readBlock(ask, number, wallet.traces ?? null)));
    const ours = await addressesOf(wallet);
    for (const [place, { paid, hash: ofBlock }] of blocks.entries()) {
      for (const { to, hash } of paid) {
        const address = ours.get(to);
        if (address !== undefined) seen.set(`${hash} ${address}`, { hash, address });
      }
      last = { height: first + place, hash: ofBlock };
    }
  }
  return { seen: [...seen.values()], position: last, isComplete: to >= tip, height: tip };
}

async function firstBlock(ask: Ask, before: Position | null, tip: number): Promise<number> {
  if (!before?.hash) return Math.max(0, tip - FIRST_WHOLE_BLOCKS + 1);
  const now = await callRpc(ask, 'eth_getBlockByNumber', [hexOf(before.height), false], block.nullable());
  return now?.hash === before.hash ? before.height + 1 : Math.max(0, Math.min(before.height, tip) - WINDOW);
}

/** A block's payments, each with the digits of who was paid; those inside contracts where the endpoint shows them. */
async function readBlock(ask: Ask, number: number, traces: TraceForm | null) {
  const [found, inner] = await Promise.all([
    callRpc(ask, 'eth_getBlockByNumber', [hexOf(number), true], wholeBlock.nullable()),
    traces === null ? [] : innerPaymentsOfBlock(ask, traces, hexOf(number)),
  ]);
  if (!found) throw new ChainFault('is behind');
  const paid = found.transactions.flatMap(({ to, hash: ofTransaction }) =>
    to === null ? [] : [{ to: digitsOf(to), hash: ofTransaction.toLowerCase() }],
  );
  return { hash: found.hash, paid: [...paid, ...inner] };
}

/** Our addresses as they are written, by their digits. */
async function addressesOf({
  address,
  others,
}: Pick<Wallet, 'address' | 'others'>): Promise<ReadonlyMap<string, string>> {
  return new Map([address, ...(await others())].map((each) => [digitsOf(each), each]));
}
