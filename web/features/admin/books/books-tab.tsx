import { useState } from 'react';
import { getMonthOfBooks, type MonthOfBooks } from '../../../../src/money/accounts/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AccountTable } from './account-table.tsx';
import { AllInvoices } from './all-invoices.tsx';
import { CloseMonthDialog } from './close-month-dialog.tsx';
import { ExportLinks } from './export-links.tsx';

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
          <AccountTable
            title={t('books.forms.balances')}
            rows={books.data.balances}
            total={books.data.total}
          />
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
        <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
          {t('books.close')}
        </Button>
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
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-medium tabular-nums">{formatPounds(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
