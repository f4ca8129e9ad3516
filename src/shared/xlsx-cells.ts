import { Parser } from 'htmlparser2';
import { invalidField, Problem } from '../platform/kit/errors.ts';
import { fault } from '../platform/kit/faults.ts';
import { type Clock, clockIn, clockOf, decimalOf, momentOf } from './xlsx-numbers.ts';
import { zipEntry } from './zip-entry.ts';

/*
 * An XLSX file (ECMA-376, Office Open XML) is a zip archive of XML files. `workbook.xml` names the sheets, a file of
 * relations says where each is, and texts that cells share stand in a list of their own.
 */

const MEGABYTE = 1024 * 1024;
/** 300,000 rows of ten cells are about 100 MB of XML. */
const MOST_OF_SHEET = 160 * MEGABYTE;
/** 300,000 names of 120 characters. */
const MOST_OF_TEXTS = 48 * MEGABYTE;
const MOST_OF_OTHERS = MEGABYTE;
const MOST_OF_STYLES = 8 * MEGABYTE;
/** A price list has ten columns. */
const MOST_COLUMNS = 64;

/** Tells whether a file is a zip archive, as every XLSX file is. */
export const isZip = (file: Uint8Array): boolean =>
  file[0] === 0x50 && file[1] === 0x4b && file[2] === 3 && file[3] === 4;

/** The names of the sheets of an XLSX file. @throws validation_failed (no XLSX) */
export async function sheetNames(file: Uint8Array): Promise<string[]> {
  try {
    return (await findParts(file)).sheets.map(({ name }) => name);
  } catch {
    throw invalidField('file', fault('listNoXlsx'));
  }
}

/**
 * The rows of a sheet of an XLSX file as cells: texts as they are, numbers as decimals, dates as ISO 8601 writes them.
 * @param at which of its sheets, from 0
 * @throws validation_failed (no XLSX), payload_too_large (what it holds is too large)
 */
export async function* xlsxCells(file: Uint8Array, at = 0): AsyncGenerator<readonly string[]> {
  try {
    const { sheets, texts, styles } = await findParts(file);
    const sheet = sheets[at];
    if (sheet === undefined) throw new Error('the workbook has no such sheet');
    const shared = texts === null ? [] : await readTexts(file, texts);
    const clocks = styles === null ? [] : await readClocks(file, styles);
    yield* readSheet(file, sheet.path, { shared, clocks });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalidField('file', fault('listNoXlsx'));
  }
}

type Attributes = Readonly<Record<string, string>>;

const textOf = (attributes: Attributes, name: string): string => attributes[name] ?? '';

interface Handlers {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/**
 * Reads an XML file of the archive, and stops after each piece. Names come without their prefix. A file that ends before
 * its last tag, or with definitions of its own, is an error.
 */
async function* readXml(
  archive: Uint8Array,
  { name, most }: { name: string; most: number },
  { open, text, close }: Handlers,
): AsyncGenerator<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        depth += 1;
        open?.(local(tag), attributes);
      },
      ontext: text,
      onclosetag: (tag) => {
        depth -= 1;
        close?.(local(tag));
      },
      // No workbook has definitions, and their entities can be made to fill the memory.
      onprocessinginstruction: (kind) => {
        if (kind.toLowerCase() === '!doctype') throw new Error('a file of a workbook has definitions');
      },
    },
    { xmlMode: true },
  );
  for await (const piece of zipEntry(archive, name, most)) {
    parser.write(piece);
    yield;
  }
  if (depth !== 0) throw new Error('a file of a workbook ends early');
  parser.end();
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

async function readWhole(archive: Uint8Array, name: string, handlers: Handlers): Promise<void> {
  for await (const _ of readXml(archive, { name, most: MOST_OF_OTHERS }, handlers));
}

/** Where its sheets are, the texts that cells share, and how cells look; both may be absent. */
interface Parts {
  sheets: { name: string; path: string }[];
  texts: string | null;
  styles: string | null;
}

async function findParts(archive: Uint8Array): Promise<Parts> {
  const named: { name: string; id: string }[] = [];
  await readWhole(archive, 'xl/workbook.xml', {
    open: (name, attributes) => {
      const key = Object.keys(attributes).find((each) => each.endsWith(':id'));
      if (name !== 'sheet' || key === undefined) return;
      named.push({ name: textOf(attributes, 'name'), id: textOf(attributes, key) });
    },
  });
  const targets = new Map<string, string>();
  let texts: string | null = null;
  let styles: string | null = null;
  await readWhole(archive, 'xl/_rels/workbook.xml.rels', {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      const target = textOf(attributes, 'Target');
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      targets.set(textOf(attributes, 'Id'), path);
      if (textOf(attributes, 'Type').endsWith('/sharedStrings')) texts = path;
      if (textOf(attributes, 'Type').endsWith('/styles')) styles = path;
    },
  });
  const sheets = named.flatMap(({ name, id }) => {
    const path = targets.get(id);
    return path === undefined ? [] : [{ name, path }];
  });
  if (sheets.length === 0) throw new Error('the workbook names no sheet');
  return { sheets, texts, styles };
}

async function readTexts(archive: Uint8Array, name: string): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isSpoken = false;
  const handlers: Handlers = {
    open: (tag) => {
      if (tag === 'si') text = '';
      // How a word is read aloud stands beside it in Japanese.
      if (tag === 'rPh') isSpoken = true;
      isText = tag === 't' && !isSpoken;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (tag) => {
      isText = false;
      if (tag === 'rPh') isSpoken = false;
      if (tag === 'si') texts.push(text);
    },
  };
  for await (const _ of readXml(archive, { name, most: MOST_OF_TEXTS }, handlers));
  return texts;
}

/** The meaning of the numbers in each style of cells, by the style's index. */
async function readClocks(archive: Uint8Array, name: string): Promise<Clock[]> {
  const own = new Map<string, Clock>();
  const clocks: Clock[] = [];
  let isOfCells = false;
  const handlers: Handlers = {
    open: (tag, attributes) => {
      const id = textOf(attributes, 'numFmtId');
      if (tag === 'numFmt') own.set(id, clockIn(textOf(attributes, 'formatCode')));
      if (tag === 'cellXfs') isOfCells = true;
      if (tag === 'xf' && isOfCells) clocks.push(own.get(id) ?? clockOf(Number.parseInt(id, 10)));
    },
    close: (tag) => {
      if (tag === 'cellXfs') isOfCells = false;
    },
  };
  for await (const _ of readXml(archive, { name, most: MOST_OF_STYLES }, handlers));
  return clocks;
}

/** A cell while it is read. */
interface Cell {
  column: number;
  type: string;
  clock: Clock | undefined;
  value: string;
}

async function* readSheet(
  archive: Uint8Array,
  name: string,
  { shared, clocks }: { shared: readonly string[]; clocks: readonly Clock[] },
): AsyncGenerator<readonly string[]> {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell: Cell | null = null;
  let isValue = false;
  const handlers: Handlers = {
    open: (tag, attributes) => {
      if (tag === 'row') row = [];
      else if (tag === 'c') {
        const reference = textOf(attributes, 'r');
        const column = reference === '' ? row.length : columnOf(reference);
        const clock = clocks[Number.parseInt(textOf(attributes, 's'), 10)];
        cell = { column, type: textOf(attributes, 't') || 'n', clock, value: '' };
      } else isValue = tag === 'v' || tag === 't';
    },
    text: (piece) => {
      if (cell && isValue) cell.value += piece;
    },
    close: (tag) => {
      isValue = false;
      if (tag === 'c' && cell) {
        if (cell.column < MOST_COLUMNS) {
          while (row.length < cell.column) row.push('');
          row[cell.column] = valueOf(cell, shared);
        }
        cell = null;
      } else if (tag === 'row' && row.some((value) => value !== '')) rows.push(row);
    },
  };
  for await (const _ of readXml(archive, { name, most: MOST_OF_SHEET }, handlers)) yield* rows.splice(0);
}

/** The column of a cell's reference, from 0: `A7` is 0, `AB7` is 27. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.slice(0, 3)) {
    if (letter < 'A' || letter > 'Z') break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}

function valueOf({ type, clock, value }: Cell, shared: readonly string[]): string {
  if (type === 's') return shared[Number.parseInt(value, 10)] ?? '';
  if (type !== 'n') return value;
  return clock && (clock.date || clock.time) ? momentOf(value, clock) : decimalOf(value);
}
