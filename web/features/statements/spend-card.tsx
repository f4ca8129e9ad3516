import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from '../../ui/icons.tsx';
import { SPEND_MONTHS } from '../../../src/money/statements/catalogue.ts';
import { getSpend } from '../../../src/money/statements/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SpendChart } from './spend-chart.tsx';
import { SpendTable } from './spend-table.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';

/** Shows the cost of the last months by kind, as a picture or as the table behind it. */
export function SpendCard() {
  const { id } = useCurrentUser();
  const [asTable, setAsTable] = useState(false);
  const spend = useQuery({
    queryKey: [...queryKeys.statements(id), 'spend'],
    queryFn: () => call(getSpend, { params: { id } }),
  });
  const isEmpty = spend.data?.every(({ total }) => Number(total) === 0);
  const View = asTable ? SpendTable : SpendChart;
  return (
    <Card
      flush={asTable}
      title={t('statements.spend.title', { months: SPEND_MONTHS })}
      description={t('statements.spend.description')}
      actions={
        spend.data &&
        !isEmpty && (
          <Button size="sm" variant="secondary" onClick={() => setAsTable(!asTable)}>
            {t(asTable ? 'statements.spend.asPicture' : 'statements.spend.asTable')}
          </Button>
        )
      }
    >
      <ReadFrame read={spend} pending={<Skeleton className="h-56" />}>
        {(months) =>
          isEmpty ? (
            <EmptyState
              icon={<ChartColumn aria-hidden className="size-5" />}
              title={t('statements.spend.nothing', { months: SPEND_MONTHS })}
            />
          ) : (
            <View months={months} />
          )
        }
      </ReadFrame>
    </Card>
  );
}
