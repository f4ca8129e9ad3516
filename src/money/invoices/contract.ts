import { z } from 'zod';
import { INVOICE_ITEMS, INVOICE_KINDS, VAT_TREATMENTS } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { amountInput, day, isoTime, line, money2, namedObject, pageQuery, uuid } from '../../platform/kit/schemas.ts';

const { endpoint, pagedList } = endpointsFor('Statements');

export const invoice = namedObject('Invoice', {
  id: uuid,
  kind: z.enum(INVOICE_KINDS),
  /** Without gaps for each issuer, kind and year. */
  number: z.string(),
  account: z.object({ id: uuid, email: z.string() }),
  /** The name of who issued it: the operator, or a customer's reseller. */
  seller: z.string(),
  issuedAt: isoTime,
  periodFrom: day,
  periodTo: day,
  /** The invoice that a credit note gives back of. */
  correctsId: uuid.nullable(),
  treatment: z.enum(VAT_TREATMENTS),
  /** Per cent. */
  vatRate: z.string(),
  net: money2,
  vat: money2,
  gross: money2,
  lines: z.array(z.object({ item: z.enum(INVOICE_ITEMS), net: money2 })),
});
export type Invoice = z.infer<typeof invoice>;

export const listInvoices = pagedList('listInvoices', '/api/users/:id/invoices', {
  duties: ['support', 'finance'],
  summary: 'Invoices and credit notes of an account, newest first',
  query: pageQuery,
  row: invoice,
});

export const listAllInvoices = pagedList('listAllInvoices', '/api/admin/invoices', {
  duties: ['finance'],
  summary: 'Every invoice and credit note that we issued, newest first',
  query: pageQuery,
  row: invoice,
});

/** An invoice as PDF in its customer's language; not JSON. */
export const exportInvoicePdf = endpoint('exportInvoicePdf', 'GET /api/users/:id/invoices/:invoiceId/invoice.pdf', {
  duties: ['support', 'finance'],
  summary: 'An invoice as PDF',
  produces: ['application/pdf'],
});

/** An invoice as UBL 2.1 by EN 16931 and Peppol BIS Billing 3.0; not JSON. */
export const exportInvoiceXml = endpoint('exportInvoiceXml', 'GET /api/users/:id/invoices/:invoiceId/invoice.xml', {
  duties: ['support', 'finance'],
  summary: 'An invoice as UBL 2.1',
  produces: ['application/xml'],
});

export const createCreditNote = endpoint('createCreditNote', 'POST /api/admin/invoices/:invoiceId/credit-notes', {
  duties: ['finance'],
  summary: 'Issue a credit note for a part of an invoice of ours; it moves no credit',
  body: z.object({
    /** With VAT, in pounds. */
    amount: amountInput,
    reason: line(200).min(3, faultText('reasonMissing')),
  }),
  status: 201,
  response: invoice,
  idempotent: true,
  errors: ['not_allowed_now'],
});

const optional = (most: number) =>
  line(most)
    .nullish()
    .transform((text) => text?.trim() || null);

export const billingDetails = namedObject('BillingDetails', {
  isBusiness: z.boolean(),
  /** Null: the company or name of the profile. */
  legalName: z.string().nullable(),
  street: z.string().nullable(),
  city: z.string().nullable(),
  postcode: z.string().nullable(),
  vatNumber: z.string().nullable(),
  /** The answer about the number from the office of its country, its time and its reference; null while there is none. */
  vatIsValid: z.boolean().nullable(),
  vatCheckedAt: isoTime.nullable(),
  vatReference: z.string().nullable(),
  /** Each invoice comes by e-mail as well. */
  byMail: z.boolean(),
});
export type BillingDetails = z.infer<typeof billingDetails>;

export const getBillingDetails = endpoint('getBillingDetails', 'GET /api/users/:id/billing-details', {
  duties: ['support', 'finance'],
  summary: 'What invoices say of an account',
  response: billingDetails,
});

export const setBillingDetails = endpoint('setBillingDetails', 'PUT /api/users/:id/billing-details', {
  summary: 'Change what invoices say of an account; issued ones stay as they are',
  body: z.object({
    isBusiness: z.boolean(),
    legalName: optional(120),
    street: optional(120),
    city: optional(80),
    postcode: optional(20),
    /** With its country's letters; its check digits have to be right. */
    vatNumber: optional(20),
    byMail: z.boolean().default(false),
  }),
  response: billingDetails,
});
