import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from '../../ui/icons.tsx';
import { MOST_PDF_LINES } from '../../../src/money/statements/catalogue.ts';
import { getStatement, type Statement } from '../../../src/money/statements/contract.ts';
import { ApiError, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useCurrentUser } from '../../state/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';
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
      {!refused && (
        <ReadFrame read={statement} pending={<Shown period={settled} />}>
          {(read) => <Shown statement={read} period={settled} />}
        </ReadFrame>
      )}
    </Card>
  );
}

/** The figures of a statement, place holders until they are read, and its lines. */
function Shown({ statement, period }: { statement?: Statement; period: Period }) {
  return (
    <>
      <StatementFigures statement={statement} type={period.type} />
      <StatementLines period={period} />
    </>
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
