import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { toUnits } from '../../../src/money/evidence/units.ts';
import { impossible, lineOf, type LocalChain } from './local-chain.ts';

/** A bcoin node of the regression test network behind Esplora's interface. */
export async function startBitcoin(): Promise<LocalChain> {
  // Not the path of this process: under bunx that is bunx's.
  const node = Bun.spawn(['bun', join(import.meta.dir, 'bitcoin-node.mjs')], {
    env: { ...process.env, NODE_BACKEND: 'js' },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const [line] = await lineOf(node.stdout, /^{.*}$/m);
  const { url, wallet, somebody } = JSON.parse(line) as Record<'url' | 'wallet' | 'somebody', string>;
  const command = async (path: string, body: unknown) => {
    const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`the node answered ${response.status}`);
    return response.json();
  };
  return {
    coin: 'BTC',
    env: { CHAIN_BTC_URL: url, WALLET_BTC: wallet },
    confirmationsWanted: 2,
    pay: async (amount, to = 'us') => {
      const address = to === 'us' ? wallet : somebody;
      const outputs = [{ address, value: Number(toUnits(amount, 8)) }];
      return (await command('/pay', { outputs })) as string;
    },
    payInAnother: impossible,
    payAndFail: impossible,
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
