import type { Config } from '../config.ts';
import { COINS } from '../payments/catalogue.ts';
import { networkOf } from '../../shared/wallet-address.ts';

/** People compare so many characters. */
const SHOWN = 6;

/**
 * At the start, the program prints the addresses to which customers pay. The operator checks that they are their own.
 */
export const walletLines = ({ wallets }: Pick<Config, 'wallets'>): string[] =>
  COINS.flatMap(({ id, chain }) => {
    const wallet = wallets[id];
    if (!wallet || wallet.demo) return [];
    const { address } = wallet;
    const network = networkOf(chain, address);
    const note = network ? ` (${network} network)` : '';
    return [`  WALLET_${id}: ${address.slice(0, SHOWN)}…${address.slice(-SHOWN)}${note}`];
  });
