import { fileURLToPath } from 'node:url';
import Pdf from 'pdfkit';
import type { InvoiceParty } from '../../../db/enums.ts';
import { isDecimal } from '../../platform/kit/decimal.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import type { InvoiceRow } from './issue.ts';
import { type InvoiceTexts, textsFor } from './texts.ts';

const REGULAR = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'));
const BOLD = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'));
const MARGIN = 48;
const WIDTH = 595 - 2 * MARGIN;
const HALF = WIDTH / 2;

/** @param corrected the number of the invoice that a credit note gives back of */
export async function invoicePdf(row: InvoiceRow, corrected: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const { locale, texts } = textsFor(row.language);
  const document = new Pdf({
    ...{ size: 'A4', margin: MARGIN, lang: locale, displayTitle: true, font: REGULAR },
    info: {
      Title: `${texts[row.kind]} ${row.number}`,
      Author: row.seller.name,
      CreationDate: row.issuedAt,
    },
  });
  const chunks: Uint8Array[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  document.on('end', resolve);
  document.on('error', reject);
  writeHead(document, row, { locale, texts, corrected });
  writeSums(document, row, { locale, texts });
  document.end();
  await promise;
  return new Uint8Array(Buffer.concat(chunks));
}

interface Words {
  locale: string;
  texts: InvoiceTexts;
}

function writeHead(
  document: PDFKit.PDFDocument,
  row: InvoiceRow,
  { locale, texts, corrected }: Words & { corrected: string | null },
): void {
  document.font(BOLD, 20).text(`${texts[row.kind]} ${row.number}`).font(REGULAR, 9).moveDown();
  const dayIn = (day: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
  const facts = [
    [texts.issued, dayIn(row.issuedAt.toISOString())],
    [texts.period, `${dayIn(row.periodFrom)} – ${dayIn(row.periodTo)}`],
    ...(row.buyer.reference ? [[texts.reference, row.buyer.reference]] : []),
    ...(corrected === null ? [] : [[texts.corrects, corrected]]),
  ];
  for (const [name, value] of facts) document.text(`${name}: ${value}`);
  document.moveDown(2);
  const top = document.y;
  const columns = [
    [texts.from, row.seller],
    [texts.to, row.buyer],
  ] as const;
  const ends = columns.map(([name, party], index) => {
    const x = MARGIN + index * HALF;
    document.font(BOLD, 9).text(name, x, top, { width: HALF - 12 });
    document.font(REGULAR, 9).text(addressOf(party, locale, texts), { width: HALF - 12 });
    return document.y;
  });
  document.x = MARGIN;
  document.y = Math.max(...ends) + 24;
}

const addressOf = (party: InvoiceParty, locale: string, texts: InvoiceTexts): string =>
  [
    party.name,
    party.street,
    [party.postcode, party.city].filter(Boolean).join(' '),
    party.country && new Intl.DisplayNames(locale, { type: 'region' }).of(party.country),
    party.companyNumber && `${texts.companyNumber}: ${party.companyNumber}`,
    party.vatNumber && `${texts.vatNumber}: ${party.vatNumber}`,
    party.email,
  ]
    .filter(Boolean)
    .join('\n');

function writeSums(document: PDFKit.PDFDocument, row: InvoiceRow, { locale, texts }: Words): void {
  const inPounds = new Intl.NumberFormat(locale, { style: 'currency', currency: 'GBP' });
  const pounds = (amount: string) => (isDecimal(amount) ? inPounds.format(amount) : amount);
  const write = (name: string, amount: string, font = REGULAR) => {
    const { y } = document;
    document.font(font, 9).text(name, MARGIN, y, { width: WIDTH - 120 });
    const { y: end } = document;
    document.text(amount, MARGIN + WIDTH - 120, y, { width: 120, align: 'right' });
    document.y = Math.max(end, document.y) + 4;
  };
  for (const { item, net } of row.lines) write(texts[item], pounds(net));
  document.moveDown();
  write(texts.net, pounds(formatMoney(row.net)));
  write(
    `${texts.vat} ${isDecimal(row.vatRate) ? new Intl.NumberFormat(locale).format(row.vatRate) : row.vatRate} %`,
    pounds(formatMoney(row.vat)),
  );
  write(texts.gross, pounds(formatMoney(row.gross)), BOLD);
  document.moveDown();
  const says = row.treatment === 'standard' ? [] : [texts[row.treatment]];
  for (const text of [...says, ...(row.kind === 'invoice' ? [texts.paid] : [])])
    document.font(REGULAR, 9).text(text, MARGIN, document.y, { width: WIDTH });
}
