import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { AccountNumber } from '../../../../db/enums.ts';
import { CHART } from '../../../../src/money/accounts/catalogue.ts';
import {
  type AccountRow,
  closeMonth,
  getMonthOfBooks,
  type MonthOfBooks,
} from '../../../../src/money/accounts/contract.ts';
import { createCreditNote, type Invoice, listAllInvoices } from '../../../../src/money/invoices/contract.ts';
import { call, messageOf, bodyOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { keyOf, useRead } from '../../../lib/use-read.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { InvoiceTable } from '../../../ui/invoice-table.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Table } from '../../../ui/table.tsx';
import { ComparisonsCard } from './comparisons-card.tsx';
import { Only } from '../../../ui/only.tsx';
import { reread } from '../../../lib/invalidate.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { useContractForm } from '../../../ui/form.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';
import { Fact } from '../../../ui/fact.tsx';

interface AccountTableProps {
  title: string;
  rows: readonly AccountRow[];
  total?: MonthOfBooks['total'];
}

const isKnown = (account: string): account is AccountNumber => account in CHART;
const amountOf = (text: string) => (Number(text) === 0 ? '' : formatPounds(text));

/** Accounts with their number, their name in the reader's language, and what stands on each side. */
function AccountTable({ title, rows, total }: AccountTableProps) {
  const shown = [
    ...rows.map(({ account, name, debit, credit }) => ({
      key: account,
      name: `${account} ${isKnown(account) ? t(`books.accounts.${account}`) : name}`,
      debit,
      credit,
    })),
    ...(total ? [{ key: 'total', name: t('books.total'), ...total }] : []),
  ];
  return (
    <Card flush title={title}>
      {rows.length === 0 ? (
        <p className="px-5 pb-5 text-muted">{t('books.empty')}</p>
      ) : (
        <Table
          caption={title}
          rowKey={({ key }) => key}
          rows={shown}
          columns={[
            { header: t('books.accountName'), render: ({ name }) => name },
            { header: t('books.debit'), align: 'end', render: ({ debit }) => amountOf(debit) },
            { header: t('books.credit'), align: 'end', render: ({ credit }) => amountOf(credit) },
          ]}
        />
      )}
    </Card>
  );
}

const FIRST_MONTH = '2020-01';
const thisMonth = (): string => new Date().toISOString().slice(0, 7);

/** The books of a month as accountants read them, its files, and the button that closes it. */
export function BooksTab() {
  const [month, setMonth] = useState(thisMonth);
  const books = useRead(getMonthOfBooks, { month });
  return (
    <div className="flex flex-col gap-5">
      <Card title={t('admin.tabs.books')} actions={books.data && <MonthState books={books.data} />}>
        <div className="flex flex-col gap-5">
          <Field label={t('books.month')} className="max-w-48">
            <Input
              type="month"
              min={FIRST_MONTH}
              value={month}
              // An emptied field has no month.
              onChange={({ target }) => target.value && setMonth(target.value)}
            />
          </Field>
          <ReadFrame read={books} pending={<Skeleton className="h-24" />}>
            {(read) => <Sums books={read} />}
          </ReadFrame>
          <ExportLinks month={month} />
        </div>
      </Card>
      <ComparisonsCard />
      {books.data && (
        <>
          <AccountTable
            title={t('books.profit')}
            rows={books.data.moved.filter(({ is }) => is === 'income' || is === 'expense')}
          />
          <AccountTable
            title={t('books.sheet')}
            rows={books.data.balances.filter(({ is }) => is === 'asset' || is === 'liability')}
          />
          <AccountTable title={t('books.forms.balances')} rows={books.data.balances} total={books.data.total} />
        </>
      )}
      <AllInvoices />
    </div>
  );
}

function MonthState({ books: { month, isClosed, nextToClose } }: { books: MonthOfBooks }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Badge tone={isClosed ? 'success' : 'neutral'}>{t(isClosed ? 'books.closed' : 'books.open')}</Badge>
      {nextToClose === month && month < thisMonth() && (
        <Only may={closeMonth}>
          <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
            {t('books.close')}
          </Button>
        </Only>
      )}
      {isAsking && <CloseMonthDialog month={month} onClose={() => setAsking(false)} />}
    </>
  );
}

function Sums({ books: { moved, result, resultSoFar, receipts } }: { books: MonthOfBooks }) {
  const earned = moved
    .filter(({ is }) => is === 'income')
    // Pence, which are whole.
    .reduce((sum, { debit, credit }) => sum + Math.round((Number(credit) - Number(debit)) * 100), 0);
  const sums = [
    [t('books.receipts'), receipts],
    [t('books.earned'), (earned / 100).toFixed(2)],
    [t('books.result'), result],
    [t('books.resultSoFar'), resultSoFar],
  ] as const;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-4">
      {sums.map(([name, amount]) => (
        <Fact key={name} label={name} look="font-medium tabular-nums">
          {formatPounds(amount)}
        </Fact>
      ))}
    </dl>
  );
}

/** Every invoice that we issued; each can be given back in part. */
function AllInvoices() {
  const [corrected, setCorrected] = useState<Invoice | null>(null);
  const list = usePagedList(listAllInvoices);
  return (
    <>
      <InvoiceTable
        list={list}
        withCustomer
        actions={(invoice) =>
          invoice.kind === 'invoice' && (
            <Only may={createCreditNote}>
              <Button size="sm" variant="ghost" onClick={() => setCorrected(invoice)}>
                {t('books.invoices.giveBack')}
              </Button>
            </Only>
          )
        }
      />
      {corrected && <CreditNoteDialog invoice={corrected} onClose={() => setCorrected(null)} />}
    </>
  );
}

/** A month's files for the accountant. */
function ExportLinks({ month }: { month: string }) {
  const links = [
    ['journal', t('books.forms.journal')],
    ['balances', t('books.forms.balances')],
    ['credit', t('books.forms.credit')],
    ['comparisons', t('books.forms.comparisons')],
    ['datev', 'DATEV'],
    ['xero', 'Xero'],
    ['quickbooks', 'QuickBooks'],
  ] as const;
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t('books.exportAs')}>
      {links.map(([form, name]) => (
        <li key={form}>
          <DownloadLink href={`/api/admin/accounts/months/${month}/export.csv?form=${form}`} size="sm">
            {name}
          </DownloadLink>
        </li>
      ))}
    </ul>
  );
}

/** Asks before a month is closed, which cannot be undone. */
function CloseMonthDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const closing = useMutation({
    mutationFn: () => call(closeMonth, { params: { month } }),
    onSuccess: () => {
      onClose();
      toast(t('books.closeDone', { month }));
      void reread(keyOf(getMonthOfBooks, { month }));
    },
  });
  return (
    <FormDialog
      title={t('books.close')}
      description={t('books.closeConfirm', { month })}
      submitLabel={t('books.close')}
      busy={closing.isPending}
      failure={closing.error && messageOf(closing.error, t('admin.error'))}
      danger
      onSubmit={(event) => {
        event.preventDefault();
        closing.mutate();
      }}
      onClose={onClose}
    />
  );
}

/** Issues a credit note for a part of an invoice. */
function CreditNoteDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const keys = useIdempotencyKey();
  const form = useContractForm(bodyOf(createCreditNote), { defaultValues: { amount: invoice.gross, reason: '' } });
  const { errors } = form.formState;
  const issue = useFormCall(form, {
    send: (body) =>
      call(createCreditNote, { params: { invoiceId: invoice.id }, body, idempotencyKey: keys.keyOf(body) }),
    onSent: ({ number }) => {
      onClose();
      toast(t('books.invoices.corrected'), number);
      void reread(keyOf(listAllInvoices));
    },
    failed: t('admin.error'),
  });
  return (
    <FormDialog
      {...issue}
      onClose={onClose}
      title={t('books.invoices.giveBackTitle', { number: invoice.number })}
      submitLabel={t('books.invoices.giveBack')}
    >
      <Field label={t('books.invoices.amount')} error={errors.amount?.message}>
        <Input {...form.register('amount')} inputMode="decimal" autoComplete="off" data-autofocus />
      </Field>
      <Field label={t('books.invoices.reason')} error={errors.reason?.message}>
        <Input {...form.register('reason')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
