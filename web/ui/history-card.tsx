import { useState } from 'react';
import { t } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { ListCard, type ListCardProps } from './frames.tsx';

interface HistoryCardProps<Row extends { id: string }> extends Omit<ListCardProps<Row>, 'actions'> {
  /** How many are shown before all are requested. */
  recent: number;
}

/** Events, newest first: the most recent ones, and all of them on request. */
export function HistoryCard<Row extends { id: string }>({ list, recent, ...card }: HistoryCardProps<Row>) {
  const [all, setAll] = useState(false);
  const shown = {
    rows: list.rows.slice(0, all ? undefined : recent),
    hasMore: list.hasMore && (all || recent === Infinity),
  };
  return (
    <ListCard
      {...card}
      list={{ ...list, ...shown }}
      actions={
        list.rows.length > recent && (
          <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'admin.activity.showRecent' : 'admin.activity.showAll')}
          </Button>
        )
      }
    />
  );
}
