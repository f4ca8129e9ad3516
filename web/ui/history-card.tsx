import { type ReactNode, useState } from 'react';
import { t } from '../lib/i18n.ts';
import type { PagedList } from '../lib/use-paged-list.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { ListFrame } from './list-frame.tsx';

interface HistoryCardProps<Row extends { id: string }> {
  title: string;
  list: PagedList<Row>;
  /** How many are shown before all are requested. */
  recent: number;
  /** Narrows the list down; stands above it. */
  filters?: ReactNode;
  /** Shown if there are none. */
  empty: ReactNode;
  /** One row, as a list item with its own key. */
  children: (row: Row) => ReactNode;
}

/** Events, newest first: the most recent ones, and all of them on request. */
export function HistoryCard<Row extends { id: string }>({
  title,
  list,
  recent,
  filters,
  empty,
  children,
}: HistoryCardProps<Row>) {
  const [all, setAll] = useState(false);
  const shown = all ? list.rows : list.rows.slice(0, recent);
  return (
    <Card
      flush
      title={title}
      actions={
        list.rows.length > recent && (
          <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'admin.activity.showRecent' : 'admin.activity.showAll')}
          </Button>
        )
      }
    >
      {filters}
      <ListFrame list={list} more={all || recent === Infinity} empty={empty}>
        <ul aria-label={title} className="divide-y divide-line border-t border-line">
          {shown.map(children)}
        </ul>
      </ListFrame>
    </Card>
  );
}
