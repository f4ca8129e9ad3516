import { gain } from './fields.ts';
import type { FoundTransaction, Output } from './port.ts';

/** `Transfer(address,address,uint256)`, in ERC-20 and TRC-20: its hash is the first topic. */
export const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A log of a receipt; hexadecimal in lower case, without 0x. */
export interface Log {
  /** The address of the contract that wrote the log, 40 digits. */
  address: string;
  topics: readonly string[];
  data: string;
}

/**
 * The effect of a receipt's transfers on an address. A token is identified only by its contract: its maker can
 * choose any name and symbol.
 * @param address 40 hexadecimal digits, like `contract`
 * @param contract null if the payment should be in the chain's own coin: then every token is another asset
 */
export function tokensArrived(
  logs: readonly Log[],
  address: string,
  contract: string | null,
): Pick<FoundTransaction, 'otherAsset' | 'senders'> & {
  arrived: bigint;
  outputs: readonly (Output & { from: string })[];
} {
  const transfers = logs.flatMap((log, index) => transferOf(log, index) ?? []);
  const sum = (of: typeof transfers) => of.reduce((total, { amount }) => total + amount, 0n);
  const received = transfers.filter(({ to }) => to === address);
  const given = transfers.filter(({ from, token }) => from === address && token === contract);
  const wanted = received.filter(({ token, amount }) => token === contract && amount > 0n);
  return {
    arrived: gain(sum(wanted), sum(given)),
    outputs: given.length === 0 ? wanted.map(({ index, amount, from }) => ({ index, amount, from })) : [],
    senders: [...new Set(wanted.map(({ from }) => from))],
    otherAsset: received.some(({ token, amount }) => token !== contract && amount > 0n),
  };
}

/** Excludes ERC-721 tokens, which are not divisible: their third value is a topic too. */
function transferOf({ address: token, topics, data }: Log, index: number) {
  const [event, from, to] = topics;
  if (event !== TRANSFER || topics.length !== 3 || !from || !to || data.length !== 64) return null;
  return { index, token, from: from.slice(-40), to: to.slice(-40), amount: BigInt(`0x${data}`) };
}
