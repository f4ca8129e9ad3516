import { base58 } from '@scure/base';
import { z } from 'zod';
import type { Output } from './port.ts';

/** An instruction as a node sends it: accounts are indexes in the transaction's account list. */
export const solanaInstruction = z.object({
  programIdIndex: z.number().int().nonnegative(),
  accounts: z.array(z.number().int().nonnegative()),
  data: z.string(),
});
type Instruction = z.output<typeof solanaInstruction>;

/** The instructions that an instruction's program called. */
export const innerInstructions = z.object({
  index: z.number().int().nonnegative(),
  instructions: z.array(solanaInstruction),
});

interface Done {
  instructions: readonly Instruction[];
  /** Null if the node has not kept them. */
  inner: readonly z.output<typeof innerInstructions>[] | null;
  /** All accounts of the transaction, including those of lookup tables. */
  accounts: readonly string[];
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
/**
 * The instructions of the system program that move the coin, by their leading number, with the index of the paid
 * account (docs.rs/solana-system-interface, `SystemInstruction`). The amount follows directly.
 */
const PAID_BY: ReadonlyMap<number, number> = new Map([
  [2, 1],
  [11, 2],
]);
const AMOUNT_AT = 4;
const AMOUNT_ENDS = 12;
/** More instructions than a transaction of 1,232 bytes can hold. */
const INNER_FROM = 1000;

/**
 * The transfers to our account, each with a number that is the same on every node: an instruction of the
 * transaction has its index, from 0; the n-th instruction that its program called has n × 1000 more. It makes no
 * difference whether a node shows what other programs called.
 */
export function transfersTo(address: string, { instructions, inner, accounts }: Done): (Output & { from: string })[] {
  const all = [
    ...instructions.map((instruction, index) => ({ index, instruction })),
    ...(inner ?? []).flatMap(({ index, instructions: called }) =>
      called.map((instruction, place) => ({ index: (place + 1) * INNER_FROM + index, instruction })),
    ),
  ];
  return all.flatMap(({ index, instruction }) => {
    const amount = amountTo(address, accounts, instruction);
    const from = accounts[instruction.accounts[0] ?? -1] ?? '';
    return amount > 0n ? [{ index, amount, from }] : [];
  });
}

/** The amount that an instruction moves to our account from another one; 0 for any other instruction. */
function amountTo(address: string, accounts: readonly string[], instruction: Instruction): bigint {
  if (accounts[instruction.programIdIndex] !== SYSTEM_PROGRAM) return 0n;
  const data = bytesOf(instruction.data);
  if (data.length < AMOUNT_ENDS) return 0n;
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const paid = PAID_BY.get(view.getUint32(0, true));
  const named = (place: number) => accounts[instruction.accounts[place] ?? -1];
  if (paid === undefined || named(paid) !== address || named(0) === address) return 0n;
  return view.getBigUint64(AMOUNT_AT, true);
}

/** Empty if the text is not base58: instruction data in another form is not a transfer. */
function bytesOf(text: string): Uint8Array {
  try {
    return base58.decode(text);
  } catch {
    return new Uint8Array();
  }
}
