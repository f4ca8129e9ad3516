import { z } from 'zod';
import { COIN_OUTPUT } from '../payments/catalogue.ts';
import { blockHeight, confirmationsAt, dateOf, digitsOf, ethereumHex, quantity, unixTime } from './fields.ts';
import { innerPaymentsOf } from './ethereum-traces.ts';
import { callRpc } from './json-rpc.ts';
import { type Ask, ChainFault, type Output, type Reader, type Sighting, type Target } from './port.ts';
import { tokensArrived } from './transfer-log.ts';

/** The gas for moving the coin itself: if a transaction used no more than this, no contract code has run. */
const PLAIN_TRANSFER_GAS = 21_000n;

const transaction = z.object({ hash: z.string(), from: ethereumHex, to: ethereumHex.nullable(), value: quantity });

const receipt = z.object({
  transactionHash: z.string(),
  status: quantity,
  blockNumber: blockHeight,
  gasUsed: quantity,
  logs: z.array(z.object({ address: ethereumHex, topics: z.array(ethereumHex), data: ethereumHex })),
});

const block = z.object({ timestamp: quantity.transform(Number).pipe(unixTime) });

type EthereumTransaction = z.output<typeof transaction>;
type Receipt = z.output<typeof receipt>;

/** Ethereum and its tokens, through a node's JSON-RPC. */
export const readEthereum: Reader = async (ask, target) => {
  const [sent, done] = await Promise.all([
    callRpc(ask, 'eth_getTransactionByHash', [target.hash], transaction.nullable()),
    callRpc(ask, 'eth_getTransactionReceipt', [target.hash], receipt.nullable()),
  ]);
  if (!sent) return { found: false };
  const hashes = done ? [sent.hash, done.transactionHash] : [sent.hash];
  if (hashes.some((hash) => hash.toLowerCase() !== target.hash)) {
    throw new ChainFault('answered with another transaction');
  }
  return done ? included(ask, target, sent, done) : waiting(target, sent);
};

/** Not in a block yet: the amount of the coin itself is certain, the effect of a contract is not. */
function waiting({ address, contract }: Target, sent: EthereumTransaction): Sighting {
  const plain = contract === null && sent.to === digitsOf(address);
  return {
    found: true,
    failed: false,
    otherAsset: false,
    internalTransfer: false,
    senders: [`0x${sent.from}`],
    ...(plain ? coinMoved(coinArrived(sent, address)) : { arrived: null, outputs: [] }),
    confirmations: 0,
    blockTime: null,
  };
}

async function included(ask: Ask, target: Target, sent: EthereumTransaction, done: Receipt): Promise<Sighting> {
  const { address, contract } = target;
  const [tip, { timestamp }] = await Promise.all([
    callRpc(ask, 'eth_blockNumber', [], blockHeight),
    callRpc(ask, 'eth_getBlockByNumber', [`0x${done.blockNumber.toString(16)}`, false], block),
  ]);
  const place = { confirmations: confirmationsAt(tip, done.blockNumber), blockTime: dateOf(timestamp) };
  if (done.status !== 1n) {
    const nothing = { arrived: 0n, outputs: [], senders: [], otherAsset: false, internalTransfer: false };
    return { found: true, failed: true, ...nothing, ...place };
  }
  const tokens = tokensArrived(done.logs, digitsOf(address), contract && digitsOf(contract));
  const inner = await innerArrived(ask, target, done);
  const plain = coinArrived(sent, address);
  const coins = plain + inner.reduce((sum, { value }) => sum + value, 0n);
  const senders = [...(plain > 0n || inner.length === 0 ? [sent.from] : []), ...inner.map(({ from }) => from)];
  const moved =
    contract === null
      ? { ...coinMoved(coins), senders: [...new Set(senders)], otherAsset: tokens.otherAsset }
      : { ...tokens, otherAsset: tokens.otherAsset || coins > 0n };
  return {
    found: true,
    failed: false,
    ...moved,
    senders: moved.senders.map((digits) => `0x${digits}`),
    outputs: moved.outputs.map(named),
    internalTransfer: !target.traces && mayHaveMore(contract, coins, done),
    ...place,
  };
}

/** Finds the payments that contracts made to our address in a transaction, where the endpoint shows them. */
async function innerArrived(ask: Ask, { hash, address, contract, traces }: Target, { gasUsed }: Receipt) {
  if (!traces || contract !== null || gasUsed <= PLAIN_TRANSFER_GAS) return [];
  const ours = digitsOf(address);
  return (await innerPaymentsOf(ask, traces, hash)).filter(({ to, from }) => to === ours && from !== ours);
}

/** An output with its sender as people write it. */
const named = ({ from, ...output }: Output): Output => (from === undefined ? output : { ...output, from: `0x${from}` });

/** A token's contract logs every transfer; a transfer of the coin itself between contracts leaves no log. */
const mayHaveMore = (contract: string | null, coins: bigint, { gasUsed }: Receipt): boolean =>
  contract === null && coins === 0n && gasUsed > PLAIN_TRANSFER_GAS;

/** A transaction moves the coin itself to one address; this is its only output. */
const coinMoved = (amount: bigint) => ({
  arrived: amount,
  outputs: amount > 0n ? [{ index: COIN_OUTPUT, amount }] : [],
});

function coinArrived({ from, to, value }: EthereumTransaction, address: string): bigint {
  const ours = digitsOf(address);
  return to === ours && from !== ours ? value : 0n;
}
