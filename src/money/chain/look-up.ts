import type { Chain } from '../payments/catalogue.ts';
import { createAsk } from './ask.ts';
import { readEthereum } from './ethereum-rpc.ts';
import { readBitcoin } from './esplora.ts';
import { ChainFault, type Reader, type Sighting, type Target } from './port.ts';
import { readSolana } from './solana-rpc.ts';
import { readTron } from './tron-http.ts';

const READERS: Record<Chain, Reader> = {
  bitcoin: readBitcoin,
  ethereum: readEthereum,
  solana: readSolana,
  tron: readTron,
};

/** The result of a lookup: what one endpoint saw, or why none could answer. */
export type Lookup =
  { sighting: Sighting; source: string; fault: null } | { sighting: null; source: null; fault: string };

/**
 * Looks for a transaction at a chain's endpoints, one after the other, until one knows it. If one endpoint lags or
 * fails, another one can still find it. A failing endpoint never makes this reject.
 * @param endpoints at least one, in the order in which they are asked
 */
export async function lookUp(chain: Chain, endpoints: readonly string[], target: Target): Promise<Lookup> {
  const faults: string[] = [];
  let unseen: Lookup | null = null;
  for (const endpoint of endpoints) {
    const source = new URL(endpoint).hostname;
    try {
      const sighting = await READERS[chain](createAsk(endpoint), target);
      if (sighting.found) return { sighting, source, fault: null };
      unseen ??= { sighting, source, fault: null };
    } catch (error) {
      if (!(error instanceof ChainFault)) throw error;
      faults.push(`${source} ${error.message}`);
    }
  }
  return unseen ?? { sighting: null, source: null, fault: faults.join('; ') };
}
