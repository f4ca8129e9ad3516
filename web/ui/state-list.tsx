import { t } from '../lib/i18n.ts';
import { type Choice, ChoiceGroup } from './choice-group.tsx';
import { ListCard, type ListCardProps } from './frames.tsx';

interface StateListProps<State extends string, Row extends { id: string }> extends ListCardProps<Row> {
  /** The name of the choice's fields. */
  name: string;
  /** Layout of the choices, as grid classes. */
  columns: string;
  choices: readonly Choice<State>[];
  state: State;
  onState: (state: State) => void;
}

/** What has one state, of all accounts, with the choice of the state above it. */
export function StateList<State extends string, Row extends { id: string }>(props: StateListProps<State, Row>) {
  const { name, columns, choices, state, onState, above, ...card } = props;
  return (
    <ListCard
      {...card}
      above={
        <div className="px-5 pb-3">
          <ChoiceGroup
            {...{ name, choices }}
            className={columns}
            legend={t('admin.senders.show')}
            value={state}
            onChange={onState}
          />
          {above}
        </div>
      }
    />
  );
}
