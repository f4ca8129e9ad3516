import Pdf from 'pdfkit';
import type { InvoiceParty } from '../../../db/enums.ts';
import { isolatedIn, localeOf, localeOfPounds } from '../../platform/kit/languages.ts';
import { isDecimal } from '../../platform/kit/decimal.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { PdfText, REGULAR } from '../../platform/kit/pdf-text.ts';
import type { InvoiceRow } from './issue.ts';
import { LETTER_TEXTS, type LetterTexts } from '../../platform/mail/translator.ts';

const MARGIN = 48;
const WIDTH = 595 - 2 * MARGIN;
const HALF = WIDTH / 2;

/** @param corrected the number of the invoice that a credit note gives back of */
export async function invoicePdf(row: InvoiceRow, corrected: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const locale = localeOf(row.language);
  const texts = LETTER_TEXTS[row.language].printedInvoice;
  const document = new Pdf({
    ...{ size: 'A4', margin: MARGIN, lang: locale, displayTitle: true, font: REGULAR },
    info: { Title: `${texts[row.kind]} ${row.number}`, Author: row.seller.name, CreationDate: row.issuedAt },
  });
  const chunks: Uint8Array[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  document.on('end', resolve);
  document.on('error', reject);
  const text = new PdfText(document, row.language);
  writeHead(document, row, { text, locale, texts, corrected });
  writeSums(document, row, { text, locale, texts });
  document.end();
  await promise;
  return new Uint8Array(Buffer.concat(chunks));
}

interface Words {
  text: PdfText;
  locale: string;
  texts: LetterTexts['printedInvoice'];
}

function writeHead(
  document: PDFKit.PDFDocument,
  row: InvoiceRow,
  { text, locale, texts, corrected }: Words & { corrected: string | null },
): void {
  const whole = { x: MARGIN, width: WIDTH, size: 9 };
  let y =
    text.write(`${texts[row.kind]} ${isolatedIn(row.language, row.number)}`, {
      ...whole,
      y: MARGIN,
      size: 20,
      isBold: true,
    }) + 12;
  const dayIn = (day: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
  const facts = [
    [texts.issued, dayIn(row.issuedAt.toISOString())],
    [texts.period, `${dayIn(row.periodFrom)} – ${dayIn(row.periodTo)}`],
    ...(row.buyer.reference ? [[texts.reference, row.buyer.reference]] : []),
    ...(corrected === null ? [] : [[texts.corrects, corrected]]),
  ];
  for (const [name, value = ''] of facts)
    y = text.write(`${name}: ${isolatedIn(row.language, value)}`, { ...whole, y });
  const top = y + 24;
  const columns = [
    [texts.from, row.seller],
    [texts.to, row.buyer],
  ] as const;
  const ends = columns.map(([name, party], index) => {
    const place = { x: MARGIN + index * HALF, width: HALF - 12, size: 9 };
    const below = text.write(name, { ...place, y: top, isBold: true });
    return text.write(addressOf(party, locale, texts), { ...place, y: below });
  });
  document.y = Math.max(...ends) + 24;
}

const addressOf = (party: InvoiceParty, locale: string, texts: LetterTexts['printedInvoice']): string =>
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

function writeSums(document: PDFKit.PDFDocument, row: InvoiceRow, { text, locale, texts }: Words): void {
  const inPounds = new Intl.NumberFormat(localeOfPounds(row.language), { style: 'currency', currency: 'GBP' });
  const pounds = (amount: string) => (isDecimal(amount) ? inPounds.format(amount) : amount);
  const write = (name: string, amount: string, isBold = false) => {
    const place = { y: document.y, size: 9, isBold };
    const end = text.write(name, { ...place, x: MARGIN, width: WIDTH - 120 });
    const sum = { ...place, x: MARGIN + WIDTH - 120, width: 120, align: 'end' } as const;
    document.y = Math.max(end, text.write(amount, sum)) + 4;
  };
  for (const { item, net } of row.lines) write(texts[item === 'other' ? 'otherServices' : item], pounds(net));
  document.y += 11;
  write(texts.net, pounds(formatMoney(row.net)));
  write(
    `${texts.vat} ${isDecimal(row.vatRate) ? new Intl.NumberFormat(locale).format(row.vatRate) : row.vatRate} %`,
    pounds(formatMoney(row.vat)),
  );
  write(texts.gross, pounds(formatMoney(row.gross)), true);
  document.y += 11;
  const says = row.treatment === 'standard' ? [] : [texts[row.treatment]];
  for (const each of [...says, ...(row.kind === 'invoice' ? [texts.paid] : [])])
    text.write(each, { x: MARGIN, y: document.y, width: WIDTH, size: 9 });
}
