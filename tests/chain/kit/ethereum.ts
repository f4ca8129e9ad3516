import { checksummed } from '../../../src/shared/extended-key.ts';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { toUnits } from '../../../src/money/evidence/units.ts';
import { type EthereumNode, quantity, startEthereumNode, transferCall } from './ethereum-node.ts';
import type { LocalChain } from './local-chain.ts';

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const SOMEBODY = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
/** Calls the address it is given as data, with all it is sent. */
const FORWARDER = '0x600035600080808034855af1005b';
const addressOf = (to: string): string => (to === 'us' ? WALLET : to === 'somebody' ? SOMEBODY : to);

const shared = (node: EthereumNode) => ({
  confirmationsWanted: 12,
  sign: async (text: string, by: 'payer' | 'thief' = 'payer') => {
    const address = node.accounts[by === 'payer' ? 0 : 1] ?? '';
    const signature = await node.call('personal_sign', `0x${Buffer.from(text).toString('hex')}`, address);
    return { address, signature: z.string().parse(signature) };
  },
  unknownHash: () => `0x${randomBytes(32).toString('hex')}`,
  confirm: () => node.mine(1),
  stop: () => node.stop(),
});

export async function startEther(): Promise<LocalChain & { node: EthereumNode; wallet: string }> {
  const node = await startEthereumNode();
  const token = await node.deployToken('ETH');
  return {
    node,
    wallet: WALLET,
    coin: 'ETH',
    ...shared(node),
    env: { CHAIN_ETH_URL: node.url, WALLET_ETH: WALLET },
    pay: (amount, to = 'us') => node.send({ to: addressOf(to), value: toUnits(amount, 18), gas: 21_000n }),
    spend: (amount) => spendAs(node, { to: SOMEBODY, value: quantity(toUnits(amount, 18)) }),
    payInAnother: (amount) => node.send({ to: token, data: transferCall(WALLET, toUnits(amount, 18)) }),
    // A token takes no coins.
    payAndFail: (amount) => node.send({ to: token, value: toUnits(amount, 18) }),
  };
}

/** Our wallet's key is nobody's: the node signs for it, and asks nothing for that. */
async function spendAs(node: EthereumNode, transaction: Record<string, string>): Promise<string> {
  await node.call('anvil_impersonateAccount', WALLET);
  return z.string().parse(await node.call('eth_sendTransaction', { from: WALLET, gasPrice: '0x0', ...transaction }));
}

/**
 * Two tokens of one name: ours is known by its contract alone.
 * @param on the node of another coin, which stops it
 */
export async function startErc20(on?: EthereumNode): Promise<LocalChain> {
  const node = on ?? (await startEthereumNode());
  const [token, fake] = [await node.deployToken('USDT'), await node.deployToken('USDT')];
  const transfer = (contract: string, to: string, units: bigint) =>
    node.send({ to: contract, data: transferCall(to, units) });
  return {
    coin: 'USDT_ERC20',
    ...shared(node),
    ...(on ? { stop: () => Promise.resolve() } : {}),
    env: {
      CHAIN_ETH_URL: node.url,
      WALLET_USDT_ERC20: WALLET,
      USDT_ERC20_CONTRACT: checksummed(token.slice(2).toLowerCase()),
    },
    pay: (amount, to = 'us') => transfer(token, addressOf(to), toUnits(amount, 6)),
    spend: (amount) => spendAs(node, { to: token, data: transferCall(SOMEBODY, toUnits(amount, 6)) }),
    payInAnother: (amount) => transfer(fake, WALLET, toUnits(amount, 6)),
    // More than there is: the contract takes it all back.
    payAndFail: () => transfer(token, WALLET, 10n ** 30n),
  };
}

/** Puts a contract there that pays on what it is sent, by a transfer that no receipt shows. */
export async function payThroughContract(node: EthereumNode, to: string, value: bigint): Promise<string> {
  const contract = `0x${randomBytes(20).toString('hex')}`;
  await node.call('anvil_setCode', contract, FORWARDER);
  return node.send({ to: contract, value, data: `0x${to.slice(2).padStart(64, '0')}` });
}
