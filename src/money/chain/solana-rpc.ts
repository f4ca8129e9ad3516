import { z } from 'zod';
import { dateOf, gain, unixTime } from './fields.ts';
import { callRpc } from './json-rpc.ts';
import { type Ask, ChainFault, type Output, type Reader, type Sighting, type Target } from './port.ts';
import { innerInstructions, solanaInstruction, transfersTo } from './solana-transfers.ts';

/** Other accounts than ours can hold more than a JavaScript number represents exactly. */
const lamports = z.number().nonnegative();

const tokenBalance = z.object({
  accountIndex: z.number().int(),
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/) }),
});
type TokenBalance = z.output<typeof tokenBalance>;

const transaction = z.object({
  blockTime: unixTime.nullish(),
  meta: z.object({
    err: z.unknown(),
    preBalances: z.array(lamports),
    postBalances: z.array(lamports),
    preTokenBalances: z.array(tokenBalance).nullish(),
    postTokenBalances: z.array(tokenBalance).nullish(),
    innerInstructions: z.array(innerInstructions).nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
  transaction: z.object({
    signatures: z.array(z.string()),
    message: z.object({ accountKeys: z.array(z.string()), instructions: z.array(solanaInstruction) }),
  }),
});
type SolanaTransaction = z.output<typeof transaction>;

/**
 * Solana, through a node's JSON-RPC. The account's balances before and after show what it received, in whatever
 * way; and the chain itself says when that is final.
 */
export const readSolana: Reader = async (ask, target) => {
  const final = await find(ask, target, 'finalized');
  const found = final ?? (await find(ask, target, 'confirmed'));
  return found ? sightingOf(found, target, final !== null) : { found: false };
};

async function find(ask: Ask, { hash }: Pick<Target, 'hash'>, commitment: string): Promise<SolanaTransaction | null> {
  const options = { commitment, encoding: 'json', maxSupportedTransactionVersion: 0 };
  const found = await callRpc(ask, 'getTransaction', [hash, options], transaction.nullable());
  if (found && found.transaction.signatures[0] !== hash) {
    throw new ChainFault('answered with another transaction');
  }
  return found;
}

function sightingOf(found: SolanaTransaction, { address }: Target, isFinal: boolean): Sighting {
  const { meta } = found;
  const failed = meta.err !== null && meta.err !== undefined;
  const arrived = failed ? 0n : arrivedAt(found, address);
  return {
    found: true,
    failed,
    internalTransfer: false,
    arrived,
    outputs: outputsOf(found, address, arrived),
    senders: failed ? [] : sendersOf(found, address),
    otherAsset: !failed && tokensReached(meta.preTokenBalances, meta.postTokenBalances, address),
    confirmations: isFinal ? 1 : 0,
    blockTime: dateOf(found.blockTime),
  };
}

/** The accounts that moved the coin to ours; where a program did it in another way, the one that signed first. */
function sendersOf(found: SolanaTransaction, address: string): string[] {
  const { meta, transaction: sent } = found;
  const { instructions, accountKeys } = sent.message;
  const done = { instructions, inner: meta.innerInstructions ?? null, accounts: accountsOf(found) };
  const payers = new Set(transfersTo(address, done).map(({ from }) => from));
  return payers.size > 0 ? [...payers] : accountKeys.slice(0, 1);
}

function arrivedAt(found: SolanaTransaction, address: string): bigint {
  const { before, after } = balancesIn(found, address);
  return gain(after, before);
}

function balancesIn(found: SolanaTransaction, address: string): { before: bigint; after: bigint } {
  const { preBalances, postBalances } = found.meta;
  const index = accountsOf(found).indexOf(address);
  return index < 0 ? { before: 0n, after: 0n } : { before: held(preBalances, index), after: held(postBalances, index) };
}

/** The fall of an account's balance in a final transaction, its fee included where the account paid it. */
export async function lossIn(ask: Ask, target: Pick<Target, 'hash' | 'address'>): Promise<bigint> {
  const found = await find(ask, target, 'finalized');
  if (!found) throw new ChainFault('does not know what it has listed');
  const { before, after } = balancesIn(found, target.address);
  return gain(before, after);
}

/**
 * The transfers that add up to what arrived. Empty if they do not, for example because the account also paid, or a
 * program paid it in another way: then the whole transaction counts as one payment.
 */
function outputsOf(found: SolanaTransaction, address: string, arrived: bigint): readonly Output[] {
  const { meta, transaction: sent } = found;
  const outputs = transfersTo(address, {
    instructions: sent.message.instructions,
    inner: meta.innerInstructions ?? null,
    accounts: accountsOf(found),
  });
  const all = outputs.reduce((total, { amount }) => total + amount, 0n);
  return all === arrived ? outputs : [];
}

/** Accounts from lookup tables follow the accounts that the message names, in this order. */
function accountsOf({ meta, transaction: sent }: SolanaTransaction): readonly string[] {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  return [...sent.message.accountKeys, ...writable, ...readonly];
}

function held(balances: readonly number[], index: number): bigint {
  const balance = balances[index];
  if (balance === undefined || !Number.isSafeInteger(balance)) {
    throw new ChainFault('answered with a balance that is none');
  }
  return BigInt(balance);
}

/** Tells whether the address holds more of any token than before. */
function tokensReached(
  before: readonly TokenBalance[] | null | undefined,
  after: readonly TokenBalance[] | null | undefined,
  address: string,
): boolean {
  const had = new Map(before?.map((each) => [each.accountIndex, BigInt(each.uiTokenAmount.amount)]));
  return (after ?? []).some(
    ({ owner, accountIndex, uiTokenAmount }) =>
      owner === address && BigInt(uiTokenAmount.amount) > (had.get(accountIndex) ?? 0n),
  );
}
