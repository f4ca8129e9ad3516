import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { getBillingDetails, setBillingDetails } from './billing-details.ts';
import * as contract from './contract.ts';
import { createCreditNote } from './create-credit-note.ts';
import { exportInvoice } from './export-invoice.ts';
import { listInvoices } from './list-invoices.ts';

const { changeRoute, route } = routesFor<Deps>();

export const invoiceRoutes = [
  route(contract.listInvoices, ({ deps, params, query }) => listInvoices(deps.db, params.id, query)),
  route(contract.listAllInvoices, ({ deps, query }) => listInvoices(deps.db, null, query)),
  route(contract.exportInvoicePdf, ({ deps, params }) =>
    exportInvoice(deps.db, { userId: params.id, invoiceId: params.invoiceId, form: 'pdf' }),
  ),
  route(contract.exportInvoiceXml, ({ deps, params }) =>
    exportInvoice(deps.db, { userId: params.id, invoiceId: params.invoiceId, form: 'xml' }),
  ),
  changeRoute(contract.createCreditNote, (by, { params, body }) =>
    createCreditNote(by, { invoiceId: params.invoiceId, body }),
  ),
  route(contract.getBillingDetails, ({ deps, params }) => getBillingDetails(deps.db, params.id)),
  changeRoute(contract.setBillingDetails, (by, { params, body }) => setBillingDetails(by, { userId: params.id, body })),
];
