import { useState } from 'react';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { ChartLine, X } from '../../../ui/icons.tsx';
import {
  FIGURE_SPLITS,
  type FigureRow,
  type Figures,
  MOST_FIGURE_ROWS,
  getFigures,
} from '../../../../src/admin/figures/contract.ts';
import { PACKAGES_KEY } from '../../../../src/shared/packages-key.ts';
import { withQuery } from '../../../lib/call.ts';
import { useQueried } from '../../../lib/use-queried.ts';
import { t } from '../../../lib/i18n.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { Field, Options, Select } from '../../../ui/field.tsx';
import { Card, EmptyState, ReadFrame, Skeleton } from '../../../ui/frames.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { dayName } from '../../../ui/time-name.ts';
import { figureName } from './figure-name.ts';
import { FigureUnits } from './figure-units.tsx';
import { type FigureChoice, queryOf } from './figures-period.ts';
import { chargeColumns, measureColumns } from './amount.tsx';

/** The figures split up, of one day or of all, each row with what stands behind it. */
export function FigureRows({ choice, onChange }: { choice: FigureChoice; onChange: (choice: FigureChoice) => void }) {
  const figures = useQueried(getFigures, {}, queryOf(choice, new Date()));
  return (
    <Card
      flush
      title={t('admin.figures.splitTitle')}
      actions={
        <DownloadLink href={withQuery('/api/admin/figures.csv', queryOf(choice, new Date()))} size="sm">
          {t('admin.figures.export')}
        </DownloadLink>
      }
    >
      <div className="flex flex-wrap items-end justify-between gap-3 px-5 pb-4">
        <div className="w-full max-w-xs">
          <Field label={t('admin.figures.splitBy')}>
            <Select
              value={choice.split}
              onChange={(event) =>
                onChange({
                  ...choice,
                  split: FIGURE_SPLITS.find((each) => each === event.target.value) ?? choice.split,
                })
              }
            >
              <Options of={FIGURE_SPLITS} name={(each) => t(`admin.figures.split.${each}`)} />
            </Select>
          </Field>
        </div>
        {choice.day !== null && (
          <div role="status" className="flex flex-wrap items-center gap-3">
            <span className="font-medium">{t('admin.figures.onlyDay', { day: dayName(choice.day) })}</span>
            <SmallButton icon={X} onClick={() => onChange({ ...choice, day: null })}>
              {t('admin.figures.allDays')}
            </SmallButton>
          </div>
        )}
      </div>
      {/* Rows of another split or day must not be taken for those of this one. */}
      {figures.isPlaceholderData ? (
        <Skeleton className="m-5 h-40" />
      ) : (
        <ReadFrame read={figures} pending={<Skeleton className="m-5 h-40" />}>
          {(data) => <Rows figures={data} choice={choice} />}
        </ReadFrame>
      )}
    </Card>
  );
}

function Rows({ figures, choice }: { figures: Figures; choice: FigureChoice }) {
  const [viewed, setViewed] = useState<FigureRow | null>(null);
  if (figures.rows.length === 0) {
    return (
      <EmptyState icon={ChartLine} title={t('admin.figures.dayEmpty')} description={t('admin.figures.dayEmptyHint')} />
    );
  }
  return (
    <>
      <Table
        caption={t('admin.figures.splitTitle')}
        columns={columns(choice, setViewed)}
        rows={figures.rows}
        rowKey={({ key }) => key}
      />
      {figures.rows.some(({ key }) => key === PACKAGES_KEY) && (
        <p className="border-t border-line px-5 py-3 text-sm text-muted">{t('admin.figures.packagesHint')}</p>
      )}
      {figures.hasMore && (
        <p className="border-t border-line px-5 py-3 text-sm text-muted">
          {t('admin.figures.more', { count: MOST_FIGURE_ROWS })}
        </p>
      )}
      {viewed && <FigureUnits row={viewed} choice={choice} onClose={() => setViewed(null)} />}
    </>
  );
}

const columns = ({ split }: FigureChoice, onView: (row: FigureRow) => void): Column<FigureRow>[] => [
  {
    header: t(`admin.figures.split.${split}`),
    render: (row) => (
      <>
        <bdi className="font-medium break-words">{figureName(split, row)}</bdi>
        {row.person && <span className="block text-sm break-all text-muted">{row.person.email}</span>}
      </>
    ),
  },
  ...measureColumns<FigureRow>(),
  // The others do not say whose price list it is.
  ...(split === 'carrier' || split === 'route' ? chargeColumns<FigureRow>() : []),
  {
    header: t('admin.users.actions'),
    align: 'end',
    render: (row) => (
      <SmallButton
        aria-label={t('admin.figures.detailsOf', { name: figureName(split, row) })}
        onClick={() => onView(row)}
      >
        {t('admin.figures.details')}
      </SmallButton>
    ),
  },
];
