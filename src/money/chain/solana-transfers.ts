import { base58 } from '@scure/base';
import { z } from 'zod';
import type { Output } from './port.ts';

/** An instruction as a node writes it: accounts are numbers in the transaction's list of them. */
export const solanaInstruction = z.object({
  programIdIndex: z.number().int().nonnegative(),
  accounts: z.array(z.number().int().nonnegative()),
  data: z.string(),
});
type Instruction = z.output<typeof solanaInstruction>;

/** What the programs that an instruction called did in their turn. */
export const innerInstructions = z.object({
  index: z.number().int().nonnegative(),
  instructions: z.array(solanaInstruction),
});

interface Done {
  instructions: readonly Instruction[];
  /** Null where a node has kept none. */
  inner: readonly z.output<typeof innerInstructions>[] | null;
  /** All accounts of the transaction, those of lookup tables included. */
  accounts: readonly string[];
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
/**
 * The instructions of the system program that move the coin, by the number they begin with, and which of
 * their accounts is paid (docs.rs/solana-system-interface, `SystemInstruction`). The amount follows at once.
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
 * The transfers to our account, each under a number of its own that no other node can count in another way:
 * an instruction of the transaction has its place, from 0; the n-th that its program called in its turn has
 * n × 1000 more, whether or not a node shows what other programs called.
 */
export function transfersTo(address: string, { instructions, inner, accounts }: Done): Output[] {
  const all = [
    ...instructions.map((instruction, index) => ({ index, instruction })),
    ...(inner ?? []).flatMap(({ index, instructions: called }) =>
      called.map((instruction, place) => ({ index: (place + 1) * INNER_FROM + index, instruction })),
    ),
  ];
  return all.flatMap(({ index, instruction }) => {
    const amount = amountTo(address, accounts, instruction);
    return amount > 0n ? [{ index, amount }] : [];
  });
}

/** What an instruction moves to our account from another one; 0 where it does nothing of the kind. */
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

/** Nothing where it is no base58: what a program is told in another form is no transfer. */
function bytesOf(text: string): Uint8Array {
  try {
    return base58.decode(text);
  } catch {
    return new Uint8Array();
  }
}
