import { createRequire } from 'node:module';
import { z } from 'zod';
import { lineOf } from './local-chain.ts';
import { machineTime, readAs } from '../../kit/index.ts';
import { endingWithUs } from '../../kit/ending-with-us.ts';

const require = createRequire(import.meta.url);

/** The machine's own build of anvil, as its packages are named. */
const BINARY = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/bin/anvil${
  process.platform === 'win32' ? '.exe' : ''
}`;

export interface EthereumNode {
  url: string;
  /** Accounts that anybody may spend from. */
  accounts: string[];
  call(method: string, ...params: unknown[]): Promise<unknown>;
  /** Sends a transaction, which waits until a block is mined. */
  send(transaction: { to?: string; value?: bigint; data?: string; gas?: bigint }): Promise<string>;
  /** Deploys a contract that does what an ERC-20 token does, with all its units in the first account. */
  deployToken(symbol: string): Promise<string>;
  mine(blocks: number): Promise<void>;
  stop(): Promise<void>;
}

const rpcAnswer = z.object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() });
const compiled = z.object({ bytecode: z.string() });
const deployed = z.object({ contractAddress: z.string() });

/** An Ethereum node that mines when it is told to. */
export async function startEthereumNode(): Promise<EthereumNode> {
  const anvil = Bun.spawn(
    endingWithUs('KILL', [...[require.resolve(BINARY), '--port', '0', '--no-mining', '--block-base-fee-per-gas', '0']]),
    { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
  );
  const [, address] = await lineOf(anvil.stdout, /Listening on (\S+)/);
  const url = `http://${address}`;

  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = await readAs(response, rpcAnswer);
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  await keepTime(call);
  const accounts = z
    .string()
    .array()
    .parse(await call('eth_accounts'));
  const [purse = ''] = accounts;
  const mine = async (blocks: number) => {
    await call('anvil_mine', quantity(BigInt(blocks)));
  };
  const send: EthereumNode['send'] = async ({ to, value = 0n, data = '0x', gas = 3_000_000n }) => {
    const sent = { from: purse, data, gas: quantity(gas), value: quantity(value), ...(to ? { to } : {}) };
    return z.string().parse(await call('eth_sendTransaction', sent));
  };
  return {
    url,
    accounts,
    call,
    send,
    mine,
    deployToken: async (symbol) => {
      const { bytecode } = compiled.parse(
        require('@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json'),
      );
      const hash = await send({ data: bytecode + constructorArguments(symbol, purse) });
      await mine(1);
      return deployed.parse(await call('eth_getTransactionReceipt', hash)).contractAddress;
    },
    stop: async () => {
      anvil.kill();
      await anvil.exited;
    },
  };
}

const pending = z.object({ timestamp: z.string().transform(Number) });

/** A node that starts while a second ends is a second behind from then on: its blocks would be older than they are. */
async function keepTime(call: EthereumNode['call']): Promise<void> {
  const now = Math.floor(machineTime().getTime() / 1000);
  const { timestamp } = pending.parse(await call('eth_getBlockByNumber', 'pending', false));
  if (timestamp < now) await call('evm_increaseTime', now - timestamp);
}

export const quantity = (value: bigint): string => `0x${value.toString(16)}`;
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const SUPPLY = 10n ** 24n;

/** `(string name, string symbol, uint256 supply, address owner)`; both texts have at most 32 bytes. */
function constructorArguments(symbol: string, owner: string): string {
  const text = word(BigInt(symbol.length)) + Buffer.from(symbol).toString('hex').padEnd(64, '0');
  return word(0x80n) + word(0xc0n) + word(SUPPLY) + word(BigInt(owner)) + text + text;
}

/** The call of a token's `transfer(address,uint256)`. */
export const transferCall = (to: string, units: bigint): string => `0xa9059cbb${word(BigInt(to))}${word(units)}`;
