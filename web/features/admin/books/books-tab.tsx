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
import { call, bodyOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Badge, Fact, formatPounds } from '../../../ui/values.tsx';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { InvoiceTable } from '../../../ui/invoice-table.tsx';
import { Card, ReadFrame, Skeleton } from '../../../ui/frames.tsx';
import { ShortRow } from '../../../ui/short-row.tsx';
import { Table } from '../../../ui/table.tsx';
import { TabLink } from '../tab-link.tsx';
import { ComparisonsCard } from './comparisons-card.tsx';
import { Only } from '../../../ui/only.tsx';
import { keyOf, reread, useRead } from '../../../lib/reads.ts';
import { toast } from '../../../ui/toast.tsx';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../../ui/form.tsx';

interface AccountTableProps {
  title: string;
  rows: readonly AccountRow[];
  /** What makes its two sides agree: a name, and an amount that stands on the credit side where it is positive. */
  result?: readonly [name: string, pence: number];
}

const isKnown = (account: string): account is AccountNumber => account in CHART;
const amountOf = (pence: number) => (pence === 0 ? '' : formatPounds((pence / 100).toFixed(2)));
/** Pence, which are whole. */
const penceOf = (pounds: string): number => Math.round(Number(pounds) * 100);

/** Accounts with their number, their name in the reader's language, what stands on each side, and its sums. */
function AccountTable({ title, rows, result }: AccountTableProps) {
  const lines = [
    ...rows.map(({ account, name, debit, credit }) => ({
      name: `${account} ${isKnown(account) ? t(`books.accounts.${account}`) : name}`,
      debit: penceOf(debit),
      credit: penceOf(credit),
    })),
    ...(result ? [{ name: result[0], debit: Math.max(0, -result[1]), credit: Math.max(0, result[1]) }] : []),
  ];
  const sumOf = (side: 'debit' | 'credit') => lines.reduce((sum, line) => sum + line[side], 0);
  const total = { name: t('books.total'), debit: sumOf('debit'), credit: sumOf('credit') };
  const agrees = total.debit === total.credit;
  const shown = (line: object, text: string) =>
    line === total ? <strong className="font-semibold">{text}</strong> : text;
  return (
    <Card
      flush
      title={title}
      actions={
        rows.length > 0 && (
          <Badge tone={agrees ? 'success' : 'danger'}>{t(agrees ? 'books.sidesAgree' : 'books.sidesDiffer')}</Badge>
        )
      }
    >
      {rows.length === 0 ? (
        <p className="px-5 pb-5 text-muted">{t('books.empty')}</p>
      ) : (
        <Table
          caption={title}
          rowKey={({ name }) => name}
          rows={[...lines, total]}
          compact={(line) => (
            <ShortRow
              end={(['debit', 'credit'] as const).map(
                (side) =>
                  line[side] !== 0 && (
                    <span key={side} className="block">
                      <span className="text-sm text-muted">{t(`books.${side}`)}</span>{' '}
                      {shown(line, amountOf(line[side]))}
                    </span>
                  ),
              )}
            >
              {shown(line, line.name)}
            </ShortRow>
          )}
          columns={[
            { header: t('books.accountName'), render: (line) => shown(line, line.name) },
            ...(['debit', 'credit'] as const).map((side) => ({
              header: t(`books.${side}`),
              align: 'end' as const,
              render: (line: typeof total) => shown(line, amountOf(line[side])),
            })),
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
            result={[t('books.result'), -penceOf(books.data.result)]}
          />
          <AccountTable
            title={t('books.sheet')}
            rows={books.data.balances.filter(({ is }) => is === 'asset' || is === 'liability')}
            result={[t('books.resultSoFar'), penceOf(books.data.resultSoFar)]}
          />
          <AccountTable title={t('books.forms.balances')} rows={books.data.balances} />
        </>
      )}
      <AllInvoices />
    </div>
  );
}

function MonthState({ books: { month, isClosed, nextToClose } }: { books: MonthOfBooks }) {
  return (
    <>
      <Badge tone={isClosed ? 'success' : 'neutral'}>{t(isClosed ? 'books.closed' : 'books.open')}</Badge>
      {nextToClose === month && month < thisMonth() && (
        <Only may={closeMonth}>
          <CloseMonth month={month} />
        </Only>
      )}
    </>
  );
}

function Sums({ books: { moved, result, resultSoFar, receipts } }: { books: MonthOfBooks }) {
  const earned = moved
    .filter(({ is }) => is === 'income')
    .reduce((sum, { debit, credit }) => sum + penceOf(credit) - penceOf(debit), 0);
  const sums = { receipts, earned: (earned / 100).toFixed(2), result, resultSoFar };
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
      {(['receipts', 'earned', 'result', 'resultSoFar'] as const).map((name) => (
        <Fact key={name} label={t(`books.${name}`)} look="text-xl font-semibold tabular-nums">
          {formatPounds(sums[name])}
          <span className="block text-sm font-normal text-muted">
            {t(`books.counts.${name}`)} {name === 'receipts' && <TabLink tab="overview" />}
            {name === 'earned' && <TabLink tab="figures" />}
          </span>
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

/** Closes a month, which cannot be undone. */
function CloseMonth({ month }: { month: string }) {
  const closing = useMutation({
    mutationFn: () => call(closeMonth, { params: { month } }),
    onSuccess: () => {
      toast(t('books.closeDone', { month }));
      void reread(keyOf(getMonthOfBooks, { month }));
    },
  });
  return (
    <AskFirst
      danger
      label={t('books.close')}
      title={t('books.close')}
      description={t('books.closeConfirm', { month })}
      action={closing}
      failed={t('admin.error')}
    />
  );
}

/** Issues a credit note for a part of an invoice. */
function CreditNoteDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const keys = useIdempotencyKey();
  const form = useContractForm(bodyOf(createCreditNote), { defaultValues: { amount: invoice.gross, reason: '' } });
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
      <FormInput form={form} name="amount" label={t('books.invoices.amount')} inputMode="decimal" data-autofocus />
      <FormInput form={form} name="reason" label={t('books.invoices.reason')} />
    </FormDialog>
  );
}
