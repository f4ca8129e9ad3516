import { z } from 'zod';
import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import {
  AccountRole,
  type AccountSignerMeta,
  type Address,
  address,
  appendTransactionMessageInstructions,
  createAddressWithSeed,
  createSignableMessage,
  createTransactionMessage,
  generateKeyPairSigner,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  type Instruction,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm';
import { toUnits } from '../../../src/money/evidence/units.ts';
import { impossible, type LocalChain } from './local-chain.ts';
import { machineTime, readAs, there } from '../../kit/index.ts';

const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
const TRANSFER = 2;
const TRANSFER_WITH_SEED = 11;
const SOLS = 1_000_000_000n;

interface SentTransaction {
  isFinal: boolean;
  accounts: readonly string[];
  blockTime: number;
  err: unknown;
  /** A node answers `getTransaction` with it. */
  answer: unknown;
}

/** A chain that shows more of itself: what it takes any instructions for, and where it pays. */
export interface SolanaChain extends LocalChain {
  /** Forgets a transaction that it has shown. */
  drop(hash: string): void;
  payer: Address;
  wallet: Address;
  somebody: Address;
  /** Does several instructions in one transaction. @returns the signature */
  send(instructions: readonly Instruction[]): Promise<string>;
  transfer(to: Address, units: bigint): Instruction;
  /** The same out of an account that the payer has made by a seed. */
  transferWithSeed(to: Address, units: bigint): Promise<Instruction>;
}

/** A Solana machine behind the methods by which payments are found and balances read. */
const about = z.object({
  id: z.number(),
  method: z.enum(['getSignaturesForAddress', 'getTransaction', 'getBalance']),
  params: z.tuple([
    z.string(),
    z.object({
      commitment: z.string(),
      limit: z.number().optional(),
      until: z.string().optional(),
      before: z.string().optional(),
    }),
  ]),
});
const question = z.union([about, z.object({ id: z.number(), method: z.literal('getBlockTime') })]);

export async function startSolana(): Promise<SolanaChain> {
  const machine = new LiteSVM().withNativeMints();
  const [payer, wallet, somebody, thief] = await Promise.all([
    generateKeyPairSigner(),
    generateKeyPairSigner(),
    generateKeyPairSigner(),
    generateKeyPairSigner(),
  ]);
  machine.airdrop(payer.address, lamports(10_000n * SOLS));
  const sent = new Map<string, SentTransaction>();

  const transfer: SolanaChain['transfer'] = (to, units) => ({
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data: bytesOf(['u32', TRANSFER], ['u64', units]),
  });
  const transferWithSeed: SolanaChain['transferWithSeed'] = async (to, units) => {
    const seed = 'savings';
    const savings = await createAddressWithSeed({ baseAddress: payer.address, programAddress: SYSTEM_PROGRAM, seed });
    machine.airdrop(savings, lamports(1000n * SOLS));
    const seedOfPayer = bytesOf(['u32', TRANSFER_WITH_SEED], ['u64', units], ['u64', BigInt(seed.length)]);
    return {
      programAddress: SYSTEM_PROGRAM,
      accounts: [
        { address: savings, role: AccountRole.WRITABLE },
        { address: payer.address, role: AccountRole.READONLY_SIGNER },
        { address: to, role: AccountRole.WRITABLE },
      ],
      data: Buffer.concat([seedOfPayer, Buffer.from(seed), base58.decode(SYSTEM_PROGRAM)]),
    };
  };

  const send: SolanaChain['send'] = async (instructions) => {
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(payer, empty),
      (paid) => machine.setTransactionMessageLifetimeUsingLatestBlockhash(paid),
      (timed) => appendTransactionMessageInstructions(instructions, timed),
    );
    const signed = await signTransactionMessageWithSigners(message);
    const signature = getSignatureFromTransaction(signed);
    const compiled = getCompiledTransactionMessageDecoder().decode(signed.messageBytes);
    if (compiled.version !== 0) throw new Error('the message is of another version');
    const accountKeys = [...compiled.staticAccounts];
    const balances = () => accountKeys.map((key) => Number(machine.getBalance(key) ?? 0n));
    const preBalances = balances();
    const done = machine.sendTransaction(signed);
    const failed = done instanceof FailedTransactionMetadata;
    // The same transfer again is another transaction.
    machine.expireBlockhash();
    const meta = {
      err: failed ? { InstructionError: [0, { Custom: 1 }] } : null,
      fee: 5000,
      preBalances,
      postBalances: balances(),
      preTokenBalances: [],
      postTokenBalances: [],
      innerInstructions: innerOf(failed ? done.meta() : done),
      logMessages: [],
      rewards: [],
      loadedAddresses: { writable: [], readonly: [] },
    };
    const blockTime = Math.floor(machineTime().getTime() / 1000);
    const answer = {
      slot: 1,
      blockTime,
      version: 0,
      meta,
      transaction: {
        signatures: [signature],
        message: {
          accountKeys,
          instructions: compiled.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
            programIdIndex: programAddressIndex,
            accounts: accountIndices ?? [],
            data: base58.encode(Uint8Array.from(data ?? [])),
            stackHeight: 1,
          })),
        },
      },
    };
    const { err } = meta;
    sent.set(signature, { isFinal: false, accounts: accountKeys, blockTime, err, answer });
    return signature;
  };
  const spend = (units: bigint) => {
    const { address: from } = wallet;
    const ours: AccountSignerMeta = { address: from, role: AccountRole.WRITABLE_SIGNER, signer: wallet };
    const theirs = { address: somebody.address, role: AccountRole.WRITABLE };
    return send([{ ...transfer(somebody.address, units), accounts: [ours, theirs] }]);
  };
  const pay = (to: Address, units: bigint) => send([transfer(to, units)]);

  /** Newest first, and only those after `until` and older than `before`. */
  const listOf = (
    account: string,
    { limit = 1000, until, before }: { limit?: number; until?: string; before?: string },
  ) => {
    const all = [...sent].toReversed();
    const from = before === undefined ? 0 : all.findIndex(([signature]) => signature === before) + 1;
    const to = all.findIndex(([signature]) => signature === until);
    return all
      .slice(from, to < 0 ? undefined : to)
      .filter(([, { accounts }]) => accounts.includes(account))
      .slice(0, limit)
      .map(([signature, { isFinal, blockTime, err }]) => ({
        signature,
        slot: 1,
        err,
        memo: null,
        blockTime,
        confirmationStatus: isFinal ? 'finalized' : 'confirmed',
      }));
  };

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const asked = await readAs(request, question);
      const { id } = asked;
      const answer = (result: unknown) => Response.json({ jsonrpc: '2.0', id, result });
      if (asked.method === 'getBlockTime') return answer(Math.floor(machineTime().getTime() / 1000));
      const { method, params } = asked;
      if (method === 'getBalance') {
        const value = Number(machine.getBalance(address(params[0])) ?? 0n);
        return answer({ context: { slot: 1 }, value });
      }
      if (method === 'getSignaturesForAddress') {
        return answer(listOf(...params));
      }
      const found = sent.get(params[0]);
      const shown = found?.isFinal || params[1].commitment === 'confirmed' ? found : undefined;
      return answer(shown?.answer ?? null);
    },
  });
  return {
    coin: 'SOL',
    env: { CHAIN_SOL_URL: server.url.href, WALLET_SOL: wallet.address },
    confirmationsWanted: 1,
    payer: payer.address,
    wallet: wallet.address,
    somebody: somebody.address,
    send,
    transfer,
    transferWithSeed,
    pay: (amount, to = 'us') => pay(to === 'us' ? wallet.address : somebody.address, toUnits(amount, 9)),
    spend: (amount) => spend(toUnits(amount, 9)),
    payInAnother: impossible,
    payAndFail: () => pay(wallet.address, 20_000n * SOLS),
    sign: async (text, by = 'payer') => {
      const signer = by === 'payer' ? payer : thief;
      const [signatures] = await signer.signMessages([createSignableMessage(text)]);
      const signature = there(signatures?.[signer.address], 'nothing was signed');
      return { address: signer.address, signature: base58.encode(Uint8Array.from(signature)) };
    },
    drop: (hash) => {
      sent.delete(hash);
    },
    unknownHash: () => base58.encode(randomBytes(64)),
    confirm: async () => {
      for (const transaction of sent.values()) transaction.isFinal = true;
    },
    stop: () => server.stop(true),
  };
}

/** The inner calls of programs, as a node lists them: nothing for an instruction that called none. */
const innerOf = (done: TransactionMetadata) =>
  done.innerInstructions().flatMap((called, index) => {
    const instructions = called.map((each) => ({
      programIdIndex: each.instruction().programIdIndex(),
      accounts: [...each.instruction().accounts()],
      data: base58.encode(Uint8Array.from(each.instruction().data())),
      stackHeight: each.stackHeight(),
    }));
    return instructions.length > 0 ? [{ index, instructions }] : [];
  });

/** Numbers as Solana's programs read them: the smallest byte first. */
function bytesOf(...numbers: readonly (['u32', number] | ['u64', bigint])[]): Uint8Array {
  return Buffer.concat(
    numbers.map(([size, value]) => {
      const bytes = Buffer.alloc(size === 'u32' ? 4 : 8);
      if (size === 'u32') bytes.writeUInt32LE(value);
      else bytes.writeBigUInt64LE(value);
      return bytes;
    }),
  );
}
