import Pdf from 'pdfkit';
import type { User } from '../../callers/contract.ts';
import type { Statement, StatementLine } from './contract.ts';
import { rateText, type StatementWords } from './texts.ts';
import { COLOURS } from '../../platform/kit/colours.ts';
import { PdfText, type Place, REGULAR } from '../../platform/kit/pdf-text.ts';

const MARGIN = 48;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN - 20;
const ROW_HEIGHT = 16;
/** The rate of a payment stands below its line. */
const RATE_HEIGHT = 10;
const { ink: INK, muted: MUTED, line: LINE } = COLOURS.light;

/** Left edge and width of each column, in points from the margin. */
const COLUMNS = {
  date: { x: 0, width: 88 },
  type: { x: 90, width: 92 },
  description: { x: 184, width: 185 },
  amount: { x: 370, width: 62 },
  balance: { x: 434, width: WIDTH - 434 },
  rate: { x: 0, width: WIDTH },
} as const;
type Column = keyof typeof COLUMNS;

/** The owner of a statement, and its filter. */
export interface Heading {
  account: Pick<User, 'id' | 'email' | 'fullName' | 'company'>;
  statement: Statement;
  type: StatementLine['type'] | undefined;
  madeAt: Date;
  words: StatementWords;
  /** The name of the service: the product's, or a reseller's brand. */
  issuer: string;
}

/** A statement on A4 pages, written line by line; `chunks` yields the finished parts. */
export class StatementDocument {
  readonly #document: PDFKit.PDFDocument;
  readonly #text: PdfText;
  #chunks: Uint8Array[] = [];
  #y = MARGIN;
  #page = 1;

  constructor(private readonly heading: Heading) {
    const { statement, account, words } = heading;
    this.#document = new Pdf({
      size: 'A4',
      margin: MARGIN,
      lang: words.locale,
      displayTitle: true,
      font: REGULAR,
      info: {
        Title: `${words.texts.statements.account} ${statement.from} – ${statement.to}`,
        Author: heading.issuer,
        Subject: account.email,
        CreationDate: heading.madeAt,
      },
    });
    this.#text = new PdfText(this.#document, words.language);
    this.#document.on('data', (chunk: Uint8Array) => this.#chunks.push(chunk));
    this.#writeHeading();
    this.#writeColumnNames();
  }

  /** Returns the bytes that were finished since the last call. */
  take(): Uint8Array {
    const chunks = this.#chunks;
    this.#chunks = [];
    return Buffer.concat(chunks);
  }

  addLine(line: StatementLine): void {
    const { minute, typeName, describe, pounds } = this.heading.words;
    const height = line.quoted ? ROW_HEIGHT + RATE_HEIGHT : ROW_HEIGHT;
    if (this.#y + height > BOTTOM) this.#turnPage();
    this.#document.fillColor(INK);
    this.#cell('date', minute(line.at));
    this.#cell('type', typeName(line.type));
    this.#cell('description', describe(line));
    this.#cell('amount', `${/^(-|0.00$)/.test(line.amount) ? '' : '+'}${pounds(line.amount)}`, { align: 'end' });
    this.#cell('balance', pounds(line.balanceAfter), { align: 'end' });
    if (line.quoted) {
      this.#document.fillColor(MUTED);
      this.#cell('rate', rateText(line.quoted), { size: 7 });
    }
    this.#y += height;
    this.#rule();
  }

  /** Writes the totals and closes the document; resolves when all of it can be read. */
  async finish(): Promise<void> {
    const { statement, type, words } = this.heading;
    const { pounds, texts } = words;
    const { figures } = texts.statements;
    const totals: [string, string][] = [
      [figures.in, pounds(statement.totalIn)],
      [figures.out, pounds(statement.totalOut)],
      ...(type ? [] : [[figures.closing, pounds(statement.closingBalance)] satisfies [string, string]]),
    ];
    if (this.#y + (totals.length + 1) * ROW_HEIGHT > BOTTOM) this.#turnPage();
    this.#y += ROW_HEIGHT / 2;
    this.#document.fillColor(INK);
    for (const [name, amount] of totals) {
      this.#cell('description', name, { align: 'end', size: 9, isBold: true });
      this.#cell('balance', amount, { align: 'end', size: 9, isBold: true });
      this.#y += ROW_HEIGHT;
    }
    this.#writePageNumber();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#document.on('end', resolve);
    this.#document.on('error', reject);
    this.#document.end();
    await promise;
  }

  #writeHeading(): void {
    const { account, statement, type, madeAt, issuer, words } = this.heading;
    const { texts, pounds, day, minute, say, typeName } = words;
    const { figures, period, count } = texts.statements;
    const head = { x: MARGIN, width: WIDTH, isBold: true, isOneLine: true };
    this.#document.fillColor(MUTED);
    this.#text.write(issuer, { ...head, y: this.#y, size: 11 });
    this.#document.fillColor(INK);
    this.#text.write(texts.statements.account, { ...head, y: this.#y + 16, size: 20 });
    this.#y += 48;
    this.#fact(texts.books.accountName, [account.fullName, account.company].filter(Boolean).join(', '));
    this.#fact(texts.settings.profile.email, account.email);
    this.#fact(texts.admin.users.id, account.id);
    this.#fact(texts.books.invoices.period, `${day(statement.from)} – ${day(statement.to)} (UTC)`);
    const shown = say(count, { count: statement.count });
    this.#fact(period.type, `${type ? typeName(type) : period.everyType} · ${shown}`);
    this.#fact(`${texts.statements.line.date} (UTC)`, minute(madeAt.toISOString()));
    this.#y += 8;
    this.#fact(figures.opening, pounds(statement.openingBalance));
    this.#fact(figures.closing, pounds(statement.closingBalance));
    this.#y += 12;
  }

  #fact(name: string, value: string): void {
    const options = { y: this.#y, size: 9, isOneLine: true };
    this.#document.fillColor(MUTED);
    this.#text.write(name, { ...options, x: MARGIN, width: 96 });
    this.#document.fillColor(INK);
    this.#text.write(value, { ...options, x: MARGIN + 100, width: WIDTH - 100 });
    this.#y += 14;
  }

  #writeColumnNames(): void {
    const { line } = this.heading.words.texts.statements;
    this.#document.fillColor(MUTED);
    this.#cell('date', `${line.date} (UTC)`, { isBold: true });
    for (const name of ['type', 'description'] as const) this.#cell(name, line[name], { isBold: true });
    for (const name of ['amount', 'balance'] as const) this.#cell(name, line[name], { isBold: true, align: 'end' });
    this.#y += ROW_HEIGHT;
    this.#rule();
  }

  #cell(column: Column, text: string, how: Partial<Place> = {}): void {
    const { x, width } = COLUMNS[column];
    const y = this.#y + (column === 'rate' ? ROW_HEIGHT - 2 : 3);
    this.#text.write(text, { x: MARGIN + x, y, width, size: 8, isOneLine: true, ...how });
  }

  #rule(): void {
    this.#document
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + WIDTH, this.#y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
  }

  #turnPage(): void {
    this.#writePageNumber();
    this.#document.addPage();
    this.#page++;
    this.#y = MARGIN;
    this.#writeColumnNames();
  }

  #writePageNumber(): void {
    const { statement } = this.heading;
    const text = `${statement.from} – ${statement.to} · ${this.#page}`;
    this.#document.fillColor(MUTED);
    const place = { x: MARGIN, y: BOTTOM + 8, width: WIDTH, size: 8, isOneLine: true };
    this.#text.write(text, { ...place, align: 'end' });
  }
}
