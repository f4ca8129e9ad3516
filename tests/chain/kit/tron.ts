import { z } from 'zod';
import { createHash, randomBytes } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { toUnits } from '../../../src/money/evidence/units.ts';
import type { LocalChain } from './local-chain.ts';
import { machineTime, readAs } from '../../kit/index.ts';
import { digitsOf, signPrefixed } from './sign.ts';

/*
 * Answers in the form in which java-tron gives them, as its documentation describes the operations
 * gettransactionbyid and gettransactioninfobyid (tronprotocol.github.io/documentation-en/api/http): what is
 * not there is an empty object, empty fields are left out, the addresses of logs lack their first byte, and
 * the interface below /walletsolidity knows only what is final. The list of transfers is TronGrid's
 * (developers.tron.network/docs/get-trc20-transaction-history).
 */

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());
const word = (digits: string) => digits.padStart(64, '0');
const newDigits = () => randomBytes(20).toString('hex');
const addressOf = (digits: string) => base58check.encode(Buffer.from(`41${digits}`, 'hex'));

interface SentTransaction {
  isSolid: boolean;
  succeeds: boolean;
  contract: string;
  from: string;
  to: string;
  units: bigint;
  time: number;
  transaction: unknown;
  information: unknown;
}

/** A chain that can drop what it has shown. */
interface TronChain extends LocalChain {
  drop(hash: string): void;
}

export async function startTron(): Promise<TronChain> {
  const [wallet, somebody] = [newDigits(), newDigits()];
  const keys = { payer: Uint8Array.from(randomBytes(32)), thief: Uint8Array.from(randomBytes(32)) };
  const payer = digitsOf(keys.payer);
  const [token, fake] = [newDigits(), newDigits()];
  const sent = new Map<string, SentTransaction>();

  function send(contract: string, to: string, units: bigint, { succeeds = true, from = payer } = {}): string {
    const hash = randomBytes(32).toString('hex');
    const log = [{ address: contract, topics: [TRANSFER, word(from), word(to)], data: word(units.toString(16)) }];
    const time = machineTime().getTime();
    sent.set(hash, {
      isSolid: false,
      succeeds,
      contract,
      from,
      to,
      units,
      time,
      transaction: transactionOf(hash, from, contract, to, units, succeeds),
      information: {
        id: hash,
        fee: 345_000,
        blockNumber: 32_880_248,
        blockTimeStamp: time,
        contractResult: [succeeds ? word('1') : ''],
        contract_address: `41${contract}`,
        receipt: { energy_usage_total: 14_650, net_usage: 345, result: succeeds ? 'SUCCESS' : 'REVERT' },
        ...(succeeds ? { log } : { result: 'FAILED', resMessage: '524556455254206f70636f6465206578656375746564' }),
      },
    });
    return hash;
  }

  /** Lists an account's transfers of a token as TronGrid does, oldest first. */
  const listOf = (owner = '', query: URLSearchParams) => {
    const since = Number(query.get('min_timestamp'));
    const found = [...sent].filter(
      ([, each]) =>
        each.succeeds &&
        addressOf(query.has('only_from') ? each.from : each.to) === owner &&
        (each.isSolid || !query.has('only_confirmed')) &&
        addressOf(each.contract) === query.get('contract_address') &&
        each.time >= since &&
        each.time <= Number(query.get('max_timestamp') ?? Infinity),
    );
    const limit = Number(query.get('limit'));
    const first = Number(query.get('fingerprint') ?? 0);
    const page = found.slice(first, first + limit);
    const next = first + limit < found.length ? { fingerprint: String(first + limit) } : {};
    return {
      data: page.map(([transactionId, { contract, from, to, units, time }]) => ({
        transaction_id: transactionId,
        token_info: { symbol: 'USDT', address: addressOf(contract), decimals: 6, name: 'Tether USD' },
        block_timestamp: time,
        from: addressOf(from),
        to: addressOf(to),
        type: 'Transfer',
        value: units.toString(),
      })),
      success: true,
      meta: { at: machineTime().getTime(), page_size: page.length, ...next },
    };
  };

  const newestBlock = () => ({
    blockID: randomBytes(32).toString('hex'),
    block_header: { raw_data: { number: 32_880_249, timestamp: machineTime().getTime() } },
  });
  const asked = z.object({
    contract_address: z.string(),
    function_selector: z.literal('balanceOf(address)'),
    parameter: z.string().length(64),
    visible: z.literal(true),
  });
  /** The solid balance of a token, in the form of its contract's answer. */
  const balanceOf = ({ contract_address: token, parameter }: z.output<typeof asked>) => {
    const owner = parameter.slice(24);
    const moved = [...sent.values()].filter(
      (each) => each.isSolid && each.succeeds && addressOf(each.contract) === token,
    );
    const units = moved.reduce(
      (sum, each) => sum + (each.to === owner ? each.units : 0n) - (each.from === owner ? each.units : 0n),
      0n,
    );
    return { result: { result: true }, energy_used: 935, constant_result: [word(units.toString(16))] };
  };

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const [, state, operation, owner] = pathname.split('/');
      if (state === 'v1') return Response.json(listOf(operation === 'accounts' ? owner : '', searchParams));
      if (operation === 'getnowblock') return Response.json(newestBlock());
      if (operation === 'triggerconstantcontract') return Response.json(balanceOf(await readAs(request, asked)));
      const { value } = await readAs(request, z.object({ value: z.string() }));
      const found = sent.get(value);
      const known = state === 'walletsolidity' && !found?.isSolid ? undefined : found;
      const answer = operation === 'gettransactionbyid' ? known?.transaction : known?.information;
      return Response.json(answer ?? {});
    },
  });
  return {
    coin: 'USDT_TRC20',
    env: {
      CHAIN_TRON_URL: server.url.href,
      WALLET_USDT_TRC20: addressOf(wallet),
      USDT_TRC20_CONTRACT: addressOf(token),
    },
    confirmationsWanted: 1,
    pay: async (amount, to = 'us') => send(token, to === 'us' ? wallet : somebody, toUnits(amount, 6)),
    spend: async (amount) => send(token, somebody, toUnits(amount, 6), { from: wallet }),
    payInAnother: async (amount) => send(fake, wallet, toUnits(amount, 6)),
    payAndFail: async (amount) => send(token, wallet, toUnits(amount, 6), { succeeds: false }),
    sign: async (text, by = 'payer') => ({
      address: addressOf(digitsOf(keys[by])),
      signature: signPrefixed('TRON', text, keys[by]),
    }),
    drop: (hash) => {
      sent.delete(hash);
    },
    unknownHash: () => randomBytes(32).toString('hex'),
    confirm: async () => {
      for (const transaction of sent.values()) transaction.isSolid = true;
    },
    stop: () => server.stop(true),
  };
}

const transactionOf = (
  hash: string,
  payer: string,
  contract: string,
  to: string,
  units: bigint,
  succeeds: boolean,
) => ({
  ret: [{ contractRet: succeeds ? 'SUCCESS' : 'REVERT' }],
  signature: [randomBytes(65).toString('hex')],
  txID: hash,
  raw_data: {
    contract: [
      {
        parameter: {
          value: {
            data: `a9059cbb${word(to)}${word(units.toString(16))}`,
            owner_address: `41${payer}`,
            contract_address: `41${contract}`,
          },
          type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
        },
        type: 'TriggerSmartContract',
      },
    ],
    ref_block_bytes: '1a2b',
    ref_block_hash: '78471e96bbb26ab2',
    fee_limit: 100_000_000,
    expiration: machineTime().getTime() + 60_000,
    timestamp: machineTime().getTime(),
  },
});
