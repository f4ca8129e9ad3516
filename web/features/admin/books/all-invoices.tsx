import { useState } from 'react';
import { type Invoice, listAllInvoices } from '../../../../src/money/invoices/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { keyOf } from '../../../lib/use-read.ts';
import { Button } from '../../../ui/button.tsx';
import { InvoiceTable } from '../../../ui/invoice-table.tsx';
import { CreditNoteDialog } from './credit-note-dialog.tsx';

/** Every invoice that we issued; each can be given back in part. */
export function AllInvoices() {
  const [corrected, setCorrected] = useState<Invoice | null>(null);
  const list = usePagedList({
    queryKey: keyOf(listAllInvoices),
    load: (query) => callPage(listAllInvoices, { query }),
  });
  return (
    <>
      <InvoiceTable
        list={list}
        withCustomer
        actions={(invoice) =>
          invoice.kind === 'invoice' && (
            <Button size="sm" variant="ghost" onClick={() => setCorrected(invoice)}>
              {t('books.invoices.giveBack')}
            </Button>
          )
        }
      />
      {corrected && <CreditNoteDialog invoice={corrected} onClose={() => setCorrected(null)} />}
    </>
  );
}
