import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { MOST_PDF_LINES } from '../../../src/money/statements/catalogue.ts';
import { getStatement } from '../../../src/money/statements/contract.ts';
import { ApiError, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useCurrentUser } from '../../state/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { filePath, type Period, presetPeriod } from './period.ts';
import { PeriodFilter } from './period-filter.tsx';
import { StatementFigures } from './statement-figures.tsx';
import { StatementLines } from './statement-lines.tsx';

/** The statement of a period that can be chosen, on screen and as a file. */
export function StatementCard() {
  const { id } = useCurrentUser();
  const [period, setPeriod] = useState<Period>(() => presetPeriod('thisMonth', new Date()));
  const settled = useDebounced(period);
  const statement = useQuery({
    queryKey: [...queryKeys.statements(id), settled],
    queryFn: () => call(getStatement, { params: { id }, query: settled }),
    placeholderData: keepPreviousData,
  });
  const refused = statement.error instanceof ApiError && statement.error.status === 422;
  const isTooLong = (statement.data?.count ?? 0) > MOST_PDF_LINES;

  return (
    <Card
      flush
      title={t('statements.account')}
      actions={
        !refused && (
          <>
            <FileLink userId={id} format="csv" period={settled} />
            {!isTooLong && <FileLink userId={id} format="pdf" period={settled} />}
          </>
        )
      }
    >
      <PeriodFilter
        period={period}
        onChange={setPeriod}
        error={refused ? messageOf(statement.error, t('statements.loadFailed')) : undefined}
      />
      {statement.isError && !refused && (
        <ErrorState error={statement.error} onRetry={() => void statement.refetch()} />
      )}
      {!statement.isError && (
        <>
          <StatementFigures statement={statement.data} type={settled.type} />
          <StatementLines period={settled} />
        </>
      )}
    </Card>
  );
}

interface FileLinkProps {
  userId: string;
  format: 'csv' | 'pdf';
  period: Period;
}

function FileLink({ userId, format, period }: FileLinkProps) {
  return (
    <a
      href={filePath(userId, format, period)}
      download
      aria-label={t(`statements.${format}Label`)}
      className={buttonClass({ variant: 'secondary', size: 'sm' })}
    >
      <Download aria-hidden className="size-4" />
      {t(`statements.${format}`)}
    </a>
  );
}
