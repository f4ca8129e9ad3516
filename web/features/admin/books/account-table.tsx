import type { AccountRow, MonthOfBooks } from '../../../../src/money/accounts/contract.ts';
import type { AccountNumber } from '../../../../db/enums.ts';
import { CHART } from '../../../../src/money/accounts/catalogue.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { Table } from '../../../ui/table.tsx';

interface AccountTableProps {
  title: string;
  rows: readonly AccountRow[];
  total?: MonthOfBooks['total'];
}

const isKnown = (account: string): account is AccountNumber => account in CHART;
const amountOf = (text: string) => (Number(text) === 0 ? '' : formatPounds(text));

/** Accounts with their number, their name in the reader's language, and what stands on each side. */
export function AccountTable({ title, rows, total }: AccountTableProps) {
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
            { key: 'name', header: t('books.accountName'), render: ({ name }) => name },
            { key: 'debit', header: t('books.debit'), align: 'end', render: ({ debit }) => amountOf(debit) },
            {
              key: 'credit',
              header: t('books.credit'),
              align: 'end',
              render: ({ credit }) => amountOf(credit),
            },
          ]}
        />
      )}
    </Card>
  );
}
