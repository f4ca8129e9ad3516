import { randomBytes } from 'node:crypto';
import { hexToBytes } from '@noble/hashes/utils.js';
import { join } from 'node:path';
import { z } from 'zod';
import { toUnits } from '../../../src/money/evidence/units.ts';
import { impossible, lineOf, type LocalChain } from './local-chain.ts';
import { parseAs } from '../../kit/read.ts';
import { signBitcoin } from './sign.ts';
import { endingWithUs } from '../../kit/ending-with-us.ts';

/** A chain whose newest blocks can be replaced. */
export interface BitcoinChain extends LocalChain {
  wallet: string;
  /** Pays several outputs in one transaction, each so much of the coin, to our wallet or to addresses. */
  payAll(amounts: readonly string[], to?: readonly string[]): Promise<string>;
  /** Replaces so many blocks; what was in them is in no block and waits nowhere. */
  reorganise(blocks: number): Promise<void>;
  /** Transactions that wait for a block no longer do. */
  forget(): Promise<void>;
}

const keyOf = z.object({ address: z.string(), privateKey: z.string() });

/** A bcoin node of the regression test network behind Esplora's interface. */
export async function startBitcoin(): Promise<BitcoinChain> {
  // Not the path of this process: under bunx that is bunx's.
  const node = Bun.spawn(endingWithUs('KILL', ['bun', join(import.meta.dir, 'bitcoin-node.mjs')]), {
    env: { ...process.env, NODE_BACKEND: 'js' },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const [line] = await lineOf(node.stdout, /^{.*}$/m);
  const { url, wallet, somebody, ...keys } = parseAs(
    line,
    z.object({ url: z.string(), wallet: z.string(), somebody: z.string(), payer: keyOf, thief: keyOf }),
  );
  const command = async (path: string, body: unknown) => {
    const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`the node answered ${response.status}`);
    return response.json();
  };
  const payAll: BitcoinChain['payAll'] = async (amounts, to = []) => {
    const outputs = amounts.map((amount, place) => ({
      address: to[place] ?? wallet,
      value: Number(toUnits(amount, 8)),
    }));
    return z.string().parse(await command('/pay', { outputs }));
  };
  return {
    wallet,
    payAll,
    reorganise: async (blocks) => {
      await command('/reorganise', { blocks });
    },
    forget: async () => {
      await command('/forget', {});
    },
    coin: 'BTC',
    env: { CHAIN_BTC_URL: url, WALLET_BTC: wallet },
    confirmationsWanted: 2,
    pay: async (amount, to = 'us') => {
      const address = to === 'us' ? wallet : to === 'somebody' ? somebody : to;
      const outputs = [{ address, value: Number(toUnits(amount, 8)) }];
      return z.string().parse(await command('/pay', { outputs }));
    },
    spend: async (amount) => {
      const outputs = [{ address: somebody, value: Number(toUnits(amount, 8)) }];
      return z.string().parse(await command('/spend', { outputs }));
    },
    payInAnother: impossible,
    payAndFail: impossible,
    sign: async (text, by = 'payer') => {
      const { address, privateKey } = keys[by];
      return { address, signature: signBitcoin(text, hexToBytes(privateKey)) };
    },
    unknownHash: () => randomBytes(32).toString('hex'),
    confirm: async () => {
      await command('/mine', { blocks: 1 });
    },
    stop: async () => {
      await node.stdin.end();
      await node.exited;
    },
  };
}
