import { z } from 'zod';
import type { Chain } from '../payments/catalogue.ts';
import { firstToAnswer } from './ask.ts';
import { listBitcoin } from './esplora-wallet.ts';
import { listEthereum } from './ethereum-wallet.ts';
import { unixTime } from './fields.ts';
import { callRpc } from './json-rpc.ts';
import { type Ask, ChainFault, type Listing, type Wallet, type WalletReader } from './port.ts';
import { listTron } from './tron-wallet.ts';

/** The most that a node lists at once. */
const PAGE = 1000;
const MOST_PAGES = 20;
const HOUR_S = 3600;

const listed = z.array(
  z.object({
    signature: z.string().max(88),
    err: z.unknown(),
    blockTime: unixTime.nullish(),
    confirmationStatus: z.string().nullish(),
  }),
);
type Listed = z.output<typeof listed>;

const position = z.object({ signature: z.string().nullable(), time: z.number() });

/**
 * The transactions of a Solana account, newest first as a node lists them (`getSignaturesForAddress`). The position is
 * the newest one that is final, so that those after it are listed until they are final as well.
 */
const listSolana: WalletReader = async (ask, { address }, { position: from, now }) => {
  const before = position.safeParse(from).data ?? { signature: null, time: Math.floor(now.getTime() / 1000) - HOUR_S };
  const found = await pagesOf(ask, address, before);
  const final = found.find(({ confirmationStatus }) => confirmationStatus === 'finalized');
  return {
    seen: found
      .filter(({ err }) => err === null || err === undefined)
      .map(({ signature }) => ({ hash: signature, address }))
      .toReversed(),
    position: final ? { signature: final.signature, time: final.blockTime ?? before.time } : before,
    isComplete: true,
    height: null,
  };
};

/** A node that no longer knows the position lists everything: what is an hour older is left out. */
async function pagesOf(
  ask: Ask,
  address: string,
  { signature: until, time }: z.output<typeof position>,
): Promise<Listed> {
  const found: Listed[] = [];
  let last: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const options = {
      commitment: 'confirmed',
      limit: PAGE,
      ...(until === null ? {} : { until }),
      ...(last === undefined ? {} : { before: last }),
    };
    const answered = await callRpc(ask, 'getSignaturesForAddress', [address, options], listed);
    const isNew = ({ blockTime }: Listed[number]) => (blockTime ?? time) >= time - HOUR_S;
    found.push(answered.filter(isNew));
    last = answered.at(-1)?.signature;
    if (answered.length < PAGE || !answered.every(isNew)) return found.flat();
  }
  throw new ChainFault('has more new transactions than one look reads');
}

const READERS: Record<Chain, WalletReader> = {
  bitcoin: listBitcoin,
  ethereum: listEthereum,
  solana: listSolana,
  tron: listTron,
};

/** For all requests of one listing together. */
const TIMEOUT_MS = 15_000;

/**
 * Lists an address's transactions from a position on. The endpoints are asked in turn until one answers.
 * @returns the listing, or why no endpoint could give it
 */
export const listTransactions = (
  { chain, endpoints }: { chain: Chain; endpoints: readonly string[] },
  wallet: Wallet,
  from: { position: unknown; now: Date },
): Promise<Listing | { fault: string }> =>
  firstToAnswer(endpoints, TIMEOUT_MS, (ask) => READERS[chain](ask, wallet, from));
