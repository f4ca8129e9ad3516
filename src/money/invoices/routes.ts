import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { getBillingDetails, setBillingDetails } from './billing-details.ts';
import * as contract from './contract.ts';
import { createCreditNote } from './create-credit-note.ts';
import { exportInvoice } from './export-invoice.ts';
import { listInvoices } from './list-invoices.ts';

const { route } = routesFor<Deps>();

export const invoiceRoutes = [
  route(contract.listInvoices, ({ deps, params, query }) => listInvoices(deps.db, params.id, query)),
  route(contract.listAllInvoices, ({ deps, query }) => listInvoices(deps.db, null, query)),
  route(contract.exportInvoicePdf, ({ deps, params }) =>
    exportInvoice(deps.db, { userId: params.id, invoiceId: params.invoiceId, form: 'pdf' }),
  ),
  route(contract.exportInvoiceXml, ({ deps, params }) =>
    exportInvoice(deps.db, { userId: params.id, invoiceId: params.invoiceId, form: 'xml' }),
  ),
  route(contract.createCreditNote, ({ actor, params, body, transact }) =>
    transact((tx) => createCreditNote({ tx, actor }, { invoiceId: params.invoiceId, body })),
  ),
  route(contract.getBillingDetails, ({ deps, params }) => getBillingDetails(deps.db, params.id)),
  route(contract.setBillingDetails, ({ actor, params, body, transact }) =>
    transact((tx) => setBillingDetails({ tx, actor }, { userId: params.id, body })),
  ),
];
