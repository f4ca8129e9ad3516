import { type Actor, audit } from '../../../callers/audit.ts';
import { csvCells } from '../../../money/decks/files/csv-cells.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Deps } from '../../deps.ts';
import { invalidField, sentence } from '../../../platform/kit/errors.ts';
import type { ResponseOf } from '../../../platform/kit/endpoint.ts';
import { EXAMPLE_NUMBER, fault } from '../../../platform/kit/faults.ts';
import { Pace } from '../../../platform/kit/turn.ts';
import { type MendedNumber, mendNumber, visible } from '../../../shared/phone-number.ts';
import { requireUser } from '../../../callers/require-user.ts';
import { addOptOuts, requireFewOptOuts } from './add-opt-outs.ts';
import { type importOptOuts as endpoint, LINES_NAMED, MAX_FILE_NUMBERS } from './contract.ts';

/** Numbers that are read from a file, how many of them lacked something, and the lines (from 1) that hold none. */
interface Read {
  numbers: ReadonlySet<string>;
  mended: number;
  wrong: readonly number[];
}

/**
 * Reads the numbers of a CSV file. A first line without a number is a heading; the column called `number` counts,
 * otherwise the first one.
 * @param country of numbers without a country's code; null: none
 * @throws malformed_request, validation_failed (no CSV, too long, or without a number)
 */
export async function readFile(file: string, country: string | null): Promise<Read> {
  const numbers = new Set<string>();
  const wrong: number[] = [];
  let mended = 0;
  let column = 0;
  let line = 0;
  const pace = new Pace();
  for await (const cells of csvCells(new TextEncoder().encode(file))) {
    line += 1;
    if (pace.isOver()) await pace.rest();
    if (line > MAX_FILE_NUMBERS + 1) {
      throw invalidField('file', sentence('rowsMost', { count: MAX_FILE_NUMBERS }));
    }
    const found = numberIn(cells[column] ?? '', country);
    if (found !== null) {
      if (found.isMended && !numbers.has(found.number)) mended += 1;
      numbers.add(found.number);
    } else if (line === 1 && !cells.some((cell) => numberIn(cell, country))) column = columnOf(cells);
    else wrong.push(line);
  }
  if (numbers.size === 0) throw invalidField('file', fault('fullNumber', { example: EXAMPLE_NUMBER }));
  return { numbers, mended, wrong };
}

/** Longer than any number, however it is written: longer cells are not looked through. */
const LONGEST_CELL = 64;

const numberIn = (cell: string, country: string | null): MendedNumber | null =>
  cell.length > LONGEST_CELL ? null : mendNumber(visible(cell), country);

const columnOf = (heading: readonly string[]): number =>
  Math.max(
    0,
    heading.findIndex((name) => name.trim().toLowerCase() === 'number'),
  );

/**
 * Notes the numbers of a file, read before the transaction.
 * @throws not_found
 */
export async function importFile(
  { tx, deps, actor }: { tx: Transaction; deps: Pick<Deps, 'config'>; actor: Actor },
  { userId, read: { numbers, mended, wrong } }: { userId: string; read: Read },
): Promise<ResponseOf<typeof endpoint>> {
  await requireUser(tx, userId);
  const added = await addOptOuts(tx, userId, { numbers: [...numbers], source: 'file' });
  if (added.length > 0) await requireFewOptOuts(tx, userId, deps.config.optOuts);
  await audit(tx, actor, 'opt_outs.imported', {
    userId,
    detail: { added: added.length, known: numbers.size - added.length, refused: wrong.length },
  });
  return {
    added: added.length,
    known: numbers.size - added.length,
    mended,
    refused: wrong.length,
    lines: wrong.slice(0, LINES_NAMED),
  };
}
