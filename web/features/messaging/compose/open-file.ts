import { decodeFile, encodingOf, type FileEncoding } from './decode-file.ts';
import { parseTable } from './recipient-file.ts';

/** A file that was chosen, and how it is read: a workbook has sheets, a text an encoding. */
export interface OpenFile {
  name: string;
  bytes: Uint8Array;
  /** The names of its sheets; null: it is a text. */
  sheets: string[] | null;
  /** The encoding that it seems to have. */
  encoding: FileEncoding;
}

/** Workbooks are read by the server's own reader, which is loaded when it is first needed. */
const reader = () => import('../../../../src/shared/xlsx-cells.ts');

/** @throws what the reader throws: the file is no workbook that can be read */
export async function openFile(file: File): Promise<OpenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Every workbook is a zip archive.
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const sheets = isWorkbook ? await (await reader()).sheetNames(bytes) : null;
  return { name: file.name, bytes, sheets, encoding: encodingOf(bytes) };
}

/** The rows of a file as cells. @throws what the reader throws */
export async function readTable(
  { bytes, sheets }: OpenFile,
  { encoding, sheet }: { encoding: FileEncoding; sheet: number },
): Promise<string[][]> {
  if (sheets === null) return parseTable(decodeFile(bytes, encoding));
  const rows: string[][] = [];
  for await (const cells of (await reader()).xlsxCells(bytes, sheet)) {
    rows.push(cells.map((cell) => cell.trim()));
  }
  return rows;
}
