import { expect } from 'bun:test';
import { transact } from '../../../src/platform/events/transact.ts';
import { parseMoney } from '../../../src/platform/kit/money.ts';
import { issueInvoice } from '../../../src/money/invoices/issue.ts';
import type { Maker } from './row.ts';

const seller = {
  ...{ name: 'Topline Ltd', street: 'High Street 1', city: 'London', postcode: 'N1 1AA', country: 'GB' },
  ...{ companyNumber: '12345678', vatNumber: 'GB980780684', email: null },
};

export const invoice: Maker = async ({ app }, owner) => {
  const json = { isBusiness: false, street: 'High Street 1' };
  expect((await owner.as(`/api/users/${owner.id}/billing-details`, { method: 'PUT', json })).status).toBe(200);
  const issued = await transact(app.deps, (tx) =>
    issueInvoice(tx, {
      ...{ issuer: '', seller, userId: owner.id, transactionId: crypto.randomUUID() },
      ...{ periodFrom: '2026-10-01', periodTo: '2026-10-31' },
      items: [{ item: 'credit', gross: parseMoney('12.00') }],
    }),
  );
  return { invoiceId: issued?.id ?? '' };
};
