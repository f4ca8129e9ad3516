import { listInvoices } from '../../../src/money/invoices/contract.ts';
import { callPage } from '../../lib/call.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { keyOf } from '../../lib/use-read.ts';
import { useCurrentUser } from '../../state/session.ts';
import { InvoiceTable } from '../../ui/invoice-table.tsx';

/** The account's own invoices and credit notes. */
export function InvoicesCard() {
  const { id } = useCurrentUser();
  const list = usePagedList({
    queryKey: keyOf(listInvoices, { id }),
    load: (query) => callPage(listInvoices, { params: { id }, query }),
  });
  return (
    <section id="invoices" className="scroll-mt-20">
      <InvoiceTable list={list} />
    </section>
  );
}
