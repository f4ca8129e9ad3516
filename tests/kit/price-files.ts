import { strToU8, zipSync } from 'fflate';

/** Price files of one month after another, as carriers send them. */

/** The rows of the file of one month: half of them become dearer or cheaper each month, some are new, some are gone. */
function* rowsOf(month: number, count: number): Generator<readonly string[]> {
  yield ['prefix', 'name', 'rate', 'fee', 'first interval', 'next interval'];
  const from = 300_000 + month * 1000;
  for (let prefix = from; prefix < from + count; prefix++) {
    const rate = 100 + (prefix % 700) + (prefix % 2) * month;
    const name = `Country ${Math.floor(prefix / 1000)} Network ${Math.floor(prefix / 50) % 20}`;
    yield [String(prefix), name, `0.${String(rate).padStart(4, '0')}`, '0', '60', prefix % 3 ? '60' : '1'];
  }
}

export const csvOf = (month: number, count: number): Uint8Array<ArrayBuffer> =>
  strToU8([...rowsOf(month, count)].map((row) => row.join(',')).join('\n'));

export const xlsxOf = (month: number, count: number): Uint8Array<ArrayBuffer> => workbookOf(rowsOf(month, count));

/** Writes a file as a spreadsheet program does: texts stand once in a list of their own. */
export function workbookOf(table: Iterable<readonly string[]>): Uint8Array<ArrayBuffer> {
  const texts = new Map<string, number>();
  const cell = (text: string, place: number, row: number): string => {
    const at = `${'ABCDEF'[place] ?? ''}${row}`;
    if (/^[\d.]+$/.test(text)) return `<c r="${at}"><v>${text}</v></c>`;
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return `<c r="${at}" t="s"><v>${known}</v></c>`;
  };
  const rows = [...table].map(
    (row, index) => `<row r="${index + 1}">${row.map((text, place) => cell(text, place, index + 1)).join('')}</row>`,
  );
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="Prices" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${rows.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${[...texts.keys()].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)])));
}
