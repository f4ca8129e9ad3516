import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstruction,
  createTransactionMessage,
  generateKeyPairSigner,
  getSignatureFromTransaction,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { toUnits } from '../../../src/money/evidence/units.ts';
import { impossible, type LocalChain } from './local-chain.ts';

const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
const TRANSFER = 2;
const SOLS = 1_000_000_000n;

interface SentTransaction {
  isFinal: boolean;
  /** As a node answers `getTransaction`. */
  answer: unknown;
}

/** A Solana machine behind the one method that payments are looked up by. */
export async function startSolana(): Promise<LocalChain> {
  const machine = new LiteSVM();
  const [payer, wallet, somebody] = await Promise.all([
    generateKeyPairSigner(),
    generateKeyPairSigner(),
    generateKeyPairSigner(),
  ]);
  machine.airdrop(payer.address, lamports(10_000n * SOLS));
  const sent = new Map<string, SentTransaction>();

  /** @returns the signature */
  async function transfer(to: Address, units: bigint): Promise<string> {
    const data = new Uint8Array(12);
    new DataView(data.buffer).setUint32(0, TRANSFER, true);
    new DataView(data.buffer).setBigUint64(4, units, true);
    const accounts = [
      { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ];
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(payer, empty),
      (paid) => machine.setTransactionMessageLifetimeUsingLatestBlockhash(paid),
      (timed) =>
        appendTransactionMessageInstruction({ programAddress: SYSTEM_PROGRAM, accounts, data }, timed),
    );
    const signed = await signTransactionMessageWithSigners(message);
    const signature = getSignatureFromTransaction(signed);
    const accountKeys = [payer.address, to, SYSTEM_PROGRAM];
    const balances = () => accountKeys.map((key) => Number(machine.getBalance(key) ?? 0n));
    const preBalances = balances();
    const failed = machine.sendTransaction(signed) instanceof FailedTransactionMetadata;
    // The same transfer again is another transaction.
    machine.expireBlockhash();
    const meta = {
      err: failed ? { InstructionError: [0, { Custom: 1 }] } : null,
      fee: 5000,
      preBalances,
      postBalances: balances(),
      preTokenBalances: [],
      postTokenBalances: [],
      innerInstructions: [],
      logMessages: [],
      rewards: [],
      loadedAddresses: { writable: [], readonly: [] },
    };
    const answer = {
      slot: 1,
      blockTime: Math.floor(Date.now() / 1000),
      version: 0,
      meta,
      transaction: { signatures: [signature], message: { accountKeys } },
    };
    sent.set(signature, { isFinal: false, answer });
    return signature;
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { id, params } = (await request.json()) as {
        id: number;
        params: [string, { commitment: string }];
      };
      const found = sent.get(params[0]);
      const shown = found?.isFinal || params[1].commitment === 'confirmed' ? found : undefined;
      return Response.json({ jsonrpc: '2.0', id, result: shown?.answer ?? null });
    },
  });
  return {
    coin: 'SOL',
    env: { CHAIN_SOL_URL: server.url.href, WALLET_SOL: wallet.address },
    confirmationsWanted: 1,
    pay: (amount, to = 'us') => transfer(to === 'us' ? wallet.address : somebody.address, toUnits(amount, 9)),
    payInAnother: impossible,
    payAndFail: () => transfer(wallet.address, 20_000n * SOLS),
    unknownHash: () => base58.encode(randomBytes(64)),
    confirm: async () => {
      for (const transaction of sent.values()) transaction.isFinal = true;
    },
    stop: () => server.stop(true),
  };
}
