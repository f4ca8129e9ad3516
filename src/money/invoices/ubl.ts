import type { InvoiceParty, VatTreatment } from '../../../db/enums.ts';
import { escapeMarkup } from '../../platform/kit/escape-markup.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import type { InvoiceRow } from './issue.ts';
import { LETTER_TEXTS } from '../../platform/mail/translator.ts';

/*
 * An invoice as UBL 2.1 by EN 16931 and Peppol BIS Billing 3.0. The elements stand in the order that UBL's schemas have them;
 * amounts are in pounds, and what was paid from credit is prepaid, so nothing is payable.
 */

type Node = string;

const el = (name: string, content: string, attributes = ''): Node =>
  `<${name}${attributes && ` ${attributes}`}>${content}</${name}>`;
const cbc = (name: string, text: string, attributes = ''): Node => el(`cbc:${name}`, escapeMarkup(text), attributes);
const cac = (name: string, ...nodes: readonly Node[]): Node => el(`cac:${name}`, nodes.join(''));
const amount = (name: string, pounds: string): Node => cbc(name, pounds, 'currencyID="GBP"');

/** VAT categories of EN 16931: standard, reverse charge, outside the scope. */
const CATEGORY: Record<VatTreatment, 'S' | 'AE' | 'O'> = { standard: 'S', reverse: 'AE', zero: 'O', exempt: 'O' };
const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** @param corrected the number of the invoice that a credit note gives back of */
export function invoiceXml(row: InvoiceRow, corrected: string | null): string {
  const isNote = row.kind === 'credit_note';
  const root = isNote ? 'CreditNote' : 'Invoice';
  const texts = LETTER_TEXTS[row.language].printedInvoice;
  const net = formatMoney(row.net);
  const gross = formatMoney(row.gross);
  const nodes = [
    cbc('CustomizationID', 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'),
    cbc('ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
    cbc('ID', row.number),
    cbc('IssueDate', row.issuedAt.toISOString().slice(0, 10)),
    cbc(`${root}TypeCode`, isNote ? '381' : '380'),
    cbc('DocumentCurrencyCode', 'GBP'),
    cbc('BuyerReference', row.userId),
    cac('InvoicePeriod', cbc('StartDate', row.periodFrom), cbc('EndDate', row.periodTo)),
    ...(row.buyer.reference ? [cac('OrderReference', cbc('ID', row.buyer.reference))] : []),
    ...(corrected === null ? [] : [cac('BillingReference', cac('InvoiceDocumentReference', cbc('ID', corrected)))]),
    cac('AccountingSupplierParty', party(row.seller, row.treatment)),
    cac('AccountingCustomerParty', party(row.buyer, row.treatment)),
    cac('TaxTotal', amount('TaxAmount', formatMoney(row.vat)), subtotal(row, net)),
    cac(
      'LegalMonetaryTotal',
      ...[amount('LineExtensionAmount', net), amount('TaxExclusiveAmount', net)],
      ...[amount('TaxInclusiveAmount', gross), amount('PrepaidAmount', gross), amount('PayableAmount', '0.00')],
    ),
    ...row.lines.map((line, index) =>
      cac(
        `${root}Line`,
        cbc('ID', String(index + 1)),
        // A price is never below zero: what is given back is a quantity below zero.
        cbc(isNote ? 'CreditedQuantity' : 'InvoicedQuantity', line.net.startsWith('-') ? '-1' : '1', 'unitCode="C62"'),
        amount('LineExtensionAmount', line.net),
        cac(
          'Item',
          cbc('Name', texts[line.item === 'other' ? 'otherServices' : line.item]),
          cac('ClassifiedTaxCategory', ...category(row)),
        ),
        cac('Price', amount('PriceAmount', line.net.replace('-', ''))),
      ),
    ),
  ];
  const spaces = [
    `xmlns="${NAMESPACE}${root}-2"`,
    `xmlns:cac="${NAMESPACE}CommonAggregateComponents-2"`,
    `xmlns:cbc="${NAMESPACE}CommonBasicComponents-2"`,
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${el(root, nodes.join(''), spaces.join(' '))}\n`;
}

/** Outside the scope of VAT there is neither a rate nor anybody's VAT number (BR-O-02, BR-O-05). */
const isOutside = (treatment: VatTreatment): boolean => CATEGORY[treatment] === 'O';

const category = ({ treatment, vatRate }: InvoiceRow, ...reason: readonly Node[]): Node[] => [
  cbc('ID', CATEGORY[treatment]),
  ...(isOutside(treatment) ? [] : [cbc('Percent', vatRate)]),
  ...reason,
  cac('TaxScheme', cbc('ID', 'VAT')),
];

const subtotal = (row: InvoiceRow, net: string): Node =>
  cac(
    'TaxSubtotal',
    amount('TaxableAmount', net),
    amount('TaxAmount', formatMoney(row.vat)),
    cac(
      'TaxCategory',
      ...category(
        row,
        ...(row.treatment === 'standard'
          ? []
          : [cbc('TaxExemptionReasonCode', isOutside(row.treatment) ? 'VATEX-EU-O' : 'VATEX-EU-AE')]),
      ),
    ),
  );

/** The schemes of EAS in which a VAT number is an address; without one only an e-mail address is left, which Peppol refuses. */
const VAT_SCHEMES = new Map(
  'AT9914 BE9925 BG9926 CY9928 CZ9929 DE9930 EE9931 EL9933 ES9920 FR9957 GB9932 HR9934 HU9910 IE9935 IT0211 LT9937 LU9938 LV9939 MT9943 NL9944 PL9945 PT9946 RO9947 SI9949 SK9950'
    .split(' ')
    .map((each) => [each.slice(0, 2), each.slice(2)]),
);

const party = (
  { name, street, city, postcode, country, vatNumber, companyNumber, email, electronicAddress }: InvoiceParty,
  treatment: VatTreatment,
) => {
  const byVat = vatNumber && VAT_SCHEMES.get(vatNumber.slice(0, 2));
  const [scheme, address] = electronicAddress?.split(/:(.*)/) ?? (byVat ? [byVat, vatNumber] : ['EM', email]);
  return cac(
    'Party',
    ...(address ? [cbc('EndpointID', address, `schemeID="${scheme}"`)] : []),
    cac(
      'PostalAddress',
      ...(street ? [cbc('StreetName', street)] : []),
      ...(city ? [cbc('CityName', city)] : []),
      ...(postcode ? [cbc('PostalZone', postcode)] : []),
      ...(country ? [cac('Country', cbc('IdentificationCode', country))] : []),
    ),
    ...(vatNumber && !isOutside(treatment)
      ? [cac('PartyTaxScheme', cbc('CompanyID', vatNumber), cac('TaxScheme', cbc('ID', 'VAT')))]
      : []),
    cac('PartyLegalEntity', cbc('RegistrationName', name), ...(companyNumber ? [cbc('CompanyID', companyNumber)] : [])),
  );
};
