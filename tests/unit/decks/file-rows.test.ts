import { expect, spyOn, test } from 'bun:test';
import { z } from 'zod';
import { strToU8 } from 'fflate';
import { FileRows } from '../../../src/money/decks/files/file-rows.ts';
import { workbookOf } from '../../kit/workbook.ts';

/**
 * The memory of an import has bounds: a file is read while it is taken, a chunk at a time, and each chunk is
 * freed in between. `bun run bench` measures how much memory that is.
 */

const MOST_IN_CHUNK = 2000;
/** So many that there are more chunks than are kept. */
const ROWS = 24_000;
const csvOf = (rows: readonly string[]): Uint8Array => strToU8(rows.join('\n'));
const xlsxOf = (rows: readonly string[]): Uint8Array => workbookOf({ Prices: rows.map((row) => row.split(',')) });

test.each([
  ['CSV', csvOf],
  ['XLSX', xlsxOf],
] as const)('a %s file is read in small chunks, each before the rest of the file is looked at', async (_what, of) => {
  const rows = ['prefix,name,rate'];
  for (let row = 0; row < ROWS; row += 1) rows.push(`${100_000 + row},Land,0.05`);
  // Only who reads to the end meets it.
  rows.push('x,Land,0.05');
  const collected = spyOn(Bun, 'gc').mockImplementation(() => 0);
  try {
    const sizes: number[] = [];
    const read = async () => {
      for await (const chunk of new FileRows(of(rows)).chunks()) {
        sizes.push(z.unknown().array().parse(JSON.parse(chunk)).length);
      }
    };
    await expect(read()).rejects.toThrow(`Line ${ROWS + 2}`);
    expect(sizes).toEqual(Array.from({ length: ROWS / MOST_IN_CHUNK }, () => MOST_IN_CHUNK));
    expect(collected).toHaveBeenCalledTimes(3);
  } finally {
    collected.mockRestore();
  }
});

test('a semicolon inside quotes separates nothing, in a heading and in a name', async () => {
  const file = csvOf(['prefix,name,"price; per; message; GBP"', '44,"Kingdom; United",0.05']);
  const chunks = await Array.fromAsync(new FileRows(file).chunks());
  expect(JSON.parse(chunks.join())).toMatchObject([{ prefix: '44', name: 'Kingdom; United', rate: '0.0500' }]);
});
