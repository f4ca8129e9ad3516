import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import type { PagedList } from '../lib/use-paged-list.ts';
import { Card } from './card.tsx';
import { type Choice, ChoiceGroup } from './choice-group.tsx';
import { EmptyState } from './empty-state.tsx';
import type { Icon } from './icons.tsx';
import { ListFrame, RowList } from './list-frame.tsx';

interface StateListProps<State extends string, Row extends { id: string }> {
  title: string;
  text: string;
  /** The name of the choice's fields. */
  name: string;
  /** Layout of the choices, as grid classes. */
  className: string;
  choices: readonly Choice<State>[];
  state: State;
  onState: (state: State) => void;
  list: PagedList<Row>;
  icon: Icon;
  empty: string;
  row: (row: Row) => ReactNode;
}

/** What has one state, of all accounts, with the choice of the state above it. */
export function StateList<State extends string, Row extends { id: string }>(props: StateListProps<State, Row>) {
  const { title, text, name, className, choices, state, onState, list, icon, empty, row } = props;
  return (
    <Card flush title={title} description={text}>
      <div className="px-5 pb-3">
        <ChoiceGroup
          {...{ name, className, choices }}
          legend={t('admin.senders.show')}
          value={state}
          onChange={onState}
        />
      </div>
      <ListFrame list={list} empty={<EmptyState icon={icon} title={empty} />}>
        <RowList label={title} rows={list.rows} row={row} />
      </ListFrame>
    </Card>
  );
}
