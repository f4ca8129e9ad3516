import type { TransactionType } from '../../../src/money/payments/contract.ts';
import { MOST_PDF_LINES } from '../../../src/money/statements/catalogue.ts';
import type { Statement } from '../../../src/money/statements/contract.ts';
import { t } from '../../lib/i18n.ts';
import { formatNumber } from '../../lib/locale.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface StatementFiguresProps {
  /** Absent while it is read. */
  statement: Statement | undefined;
  type: TransactionType | undefined;
}

/** The balances at both ends of a period, and what came in and went out between them. */
export function StatementFigures({ statement, type }: StatementFiguresProps) {
  const figures = [
    { name: 'opening', value: statement?.openingBalance },
    { name: 'in', value: statement?.totalIn },
    { name: 'out', value: statement?.totalOut },
    { name: 'closing', value: statement?.closingBalance },
  ] as const;
  return (
    <div className="flex flex-col gap-3 border-b border-line px-5 py-4">
      <dl aria-live="polite" className="grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-4">
        {figures.map(({ name, value }) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-muted">{t(`statements.figures.${name}`)}</dt>
            <dd className="mt-0.5 text-xl font-semibold tracking-tight break-words">
              {value === undefined ? <Skeleton className="h-6 w-24" /> : <Money value={value} />}
            </dd>
          </div>
        ))}
      </dl>
      {statement && (
        <p className="text-sm text-muted">
          {t('statements.count', {
            count: statement.count,
            shown: formatNumber(statement.count),
          })}
          {type && <> · {t('statements.oneType', { type: t(`transactions.type.${type}`) })}</>}
        </p>
      )}
      {statement && statement.count > MOST_PDF_LINES && (
        <Notice>{t('statements.pdfTooLong', { most: formatNumber(MOST_PDF_LINES) })}</Notice>
      )}
    </div>
  );
}
