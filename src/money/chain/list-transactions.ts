import type { Chain } from '../payments/catalogue.ts';
import { createAsk } from './ask.ts';
import { listBitcoin } from './esplora-wallet.ts';
import { listEthereum } from './ethereum-wallet.ts';
import { ChainFault, type Listing, type Wallet, type WalletReader } from './port.ts';
import { listSolana } from './solana-wallet.ts';
import { listTron } from './tron-wallet.ts';

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
export async function listTransactions(
  { chain, endpoints }: { chain: Chain; endpoints: readonly string[] },
  wallet: Wallet,
  from: { position: unknown; now: Date },
): Promise<Listing | { fault: string }> {
  const faults: string[] = [];
  for (const endpoint of endpoints) {
    try {
      return await READERS[chain](createAsk(endpoint, TIMEOUT_MS), wallet, from);
    } catch (error) {
      if (!(error instanceof ChainFault)) throw error;
      faults.push(`${new URL(endpoint).hostname} ${error.message}`);
    }
  }
  return { fault: faults.join('; ') };
}
