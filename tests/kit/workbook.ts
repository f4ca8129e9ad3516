import { strToU8, zipSync } from 'fflate';

/** A text, a number, or a number that is shown as a date or a time. */
export type SheetCell = string | number | { days: number; as: 'date' | 'time' | 'both' };

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** A format of dates by its number, one of times, and one of its own. */
const FORMATS = ['0', '14', '20', '164'];
const STYLES = { date: 1, time: 2, both: 3 };

/** A workbook as spreadsheet programs write it, by the names of its sheets. */
export function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly SheetCell[])[]>>,
): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets);
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="${RELATION}"><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, at) => `<Relationship Id="rId${at}" Type="${RELATION}/worksheet" Target="sheet${at}.xml"/>`)
      .join('')}<Relationship Id="rId99" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;day&quot; dd.mm.yyyy\\ hh:mm"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs>${FORMATS.map((format) => `<xf numFmtId="${format}"/>`).join('')}</cellXfs></styleSheet>`,
  };
  for (const [at, name] of names.entries()) {
    const rows = (sheets[name] ?? []).map((row) => `<row>${row.map(cellXml).join('')}</row>`);
    parts[`xl/sheet${at}.xml`] = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
  }
  const files = Object.entries(parts).map(([name, part]) => [name, strToU8(part)] as const);
  return new Uint8Array(zipSync(Object.fromEntries(files)));
}

function cellXml(cell: SheetCell): string {
  if (typeof cell === 'string') return `<c t="str"><v>${cell}</v></c>`;
  if (typeof cell === 'number') return `<c s="0"><v>${cell}</v></c>`;
  return `<c s="${STYLES[cell.as]}"><v>${cell.days}</v></c>`;
}
