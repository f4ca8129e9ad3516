import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { z } from 'zod';
import { blockNumber } from './fields.ts';
import { type Ask, ChainFault, type FoundTransaction, type Reader, type Target } from './port.ts';
import { tokensArrived } from './transfer-log.ts';

/** Every address of the main network begins with this byte, and so with a T in base58. */
const ADDRESS_PREFIX = 0x41;

const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());

const hex = z
  .string()
  .regex(/^[\da-f]*$/i)
  .transform((text) => text.toLowerCase());
export const milliseconds = z.number().int().min(0).max(253_402_300_799_999);

/** An answer leaves out empty fields; for an unknown transaction it is empty. */
const transaction = z.object({
  txID: hex.optional(),
  raw_data: z
    .object({
      contract: z.array(
        z.object({
          type: z.string(),
          parameter: z.object({ value: z.object({ to_address: hex.optional(), amount: z.number().optional() }) }),
        }),
      ),
    })
    .optional(),
});

const information = z.object({
  id: hex.optional(),
  blockNumber: blockNumber.optional(),
  blockTimeStamp: milliseconds.optional(),
  /** Present only if it failed. */
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }).optional(),
  log: z.array(z.object({ address: hex, topics: z.array(hex).default([]), data: hex.default('') })).default([]),
});
type Information = z.output<typeof information>;

/**
 * Tokens on TRON, through a node's own HTTP interface. A transaction's information shows what happened; it is final
 * when the node's solidified state has it too.
 */
export const readTron: Reader = async (ask, target) => {
  const [sent, done, solid] = await Promise.all([
    find(ask, '/wallet/gettransactionbyid', target, transaction),
    find(ask, '/wallet/gettransactioninfobyid', target, information),
    find(ask, '/walletsolidity/gettransactioninfobyid', target, information),
  ]);
  if (![sent.txID, done.id, solid.id].every((id) => id === undefined || id === target.hash)) {
    throw new ChainFault('answered with another transaction');
  }
  // A transaction that was absent at the first request may be solidified at the second.
  const known = solid.id ? solid : done;
  if (!known.id) return sent.txID ? waiting : { found: false };
  const moved = movedBy(known, target);
  return {
    found: true,
    internalTransfer: false,
    ...moved,
    otherAsset: moved.otherAsset || (!moved.failed && coinArrived(sent, target)),
    confirmations: solid.id ? 1 : 0,
    blockTime: known.blockTimeStamp === undefined ? null : new Date(known.blockTimeStamp),
  };
};

const waiting: FoundTransaction = {
  found: true,
  failed: false,
  arrived: null,
  outputs: [],
  senders: [],
  otherAsset: false,
  internalTransfer: false,
  confirmations: 0,
  blockTime: null,
};

const find = <Answer>(ask: Ask, path: string, { hash }: Target, answer: z.ZodType<Answer>) =>
  ask({ path, body: { value: hash }, answer });

function movedBy({ result, receipt, log }: Information, { address, contract }: Target) {
  const outcome = receipt?.result ?? 'SUCCESS';
  if (result === 'FAILED' || !['SUCCESS', 'DEFAULT'].includes(outcome)) {
    return { failed: true, arrived: 0n, outputs: [], senders: [], otherAsset: false };
  }
  // Addresses in logs have Ethereum's form: without the first byte.
  const tokens = tokensArrived(log, digitsOf(address), contract && digitsOf(contract));
  const outputs = tokens.outputs.map(({ from, ...output }) => ({ ...output, from: written(from) }));
  return { failed: false, ...tokens, outputs, senders: tokens.senders.map(written) };
}

/** TRX instead of a token. */
function coinArrived({ raw_data: raw }: z.output<typeof transaction>, { address }: Target): boolean {
  const ours = ADDRESS_PREFIX.toString(16) + digitsOf(address);
  return (raw?.contract ?? []).some(
    ({ type, parameter }) => type === 'TransferContract' && parameter.value.to_address === ours,
  );
}

/** An address as people write it. @param digits 40 hexadecimal digits */
const written = (digits: string): string =>
  base58check.encode(Uint8Array.of(ADDRESS_PREFIX, ...Buffer.from(digits, 'hex')));

/** The 20 bytes of a base58 address, as 40 hexadecimal digits. */
export function digitsOf(address: string): string {
  try {
    const [prefix, ...bytes] = base58check.decode(address);
    if (prefix === ADDRESS_PREFIX && bytes.length === 20) return Buffer.from(bytes).toString('hex');
  } catch {
    // The text is not an address, and is refused below like any other.
  }
  throw new ChainFault('was not asked: the address of the payment is no TRON address');
}
