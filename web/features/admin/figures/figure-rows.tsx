import { useState } from 'react';
import { Download } from 'lucide-react';
import {
  FIGURE_SPLITS,
  type FigureRow,
  type Figures,
  MOST_FIGURE_ROWS,
} from '../../../../src/admin/figures/contract.ts';
import { PACKAGES_KEY } from '../../../../src/money/figures/packages-key.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { figureName } from './figure-name.ts';
import { FigureUnits } from './figure-units.tsx';
import { csvPath, type FigureChoice, queryOf } from './figures-period.ts';
import { chargeColumns, measureColumns } from './measure-columns.tsx';

interface FigureRowsProps {
  figures: Figures;
  choice: FigureChoice;
  onChange: (choice: FigureChoice) => void;
}

/** The figures split up, each row with what stands behind it. */
export function FigureRows({ figures, choice, onChange }: FigureRowsProps) {
  const [viewed, setViewed] = useState<FigureRow | null>(null);
  const { split } = choice;
  return (
    <Card
      flush
      title={t('admin.figures.splitTitle')}
      actions={
        <a
          href={csvPath('figures', queryOf(choice, new Date()))}
          download
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <Download aria-hidden className="size-4" />
          {t('admin.figures.export')}
        </a>
      }
    >
      <div className="max-w-xs px-5 pb-4">
        <Field label={t('admin.figures.splitBy')}>
          <Select
            value={split}
            onChange={(event) =>
              onChange({
                ...choice,
                split: FIGURE_SPLITS.find((each) => each === event.target.value) ?? split,
              })
            }
          >
            {FIGURE_SPLITS.map((each) => (
              <option key={each} value={each}>
                {t(`admin.figures.split.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
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
          {t('admin.figures.more', { count: formatNumber(MOST_FIGURE_ROWS) })}
        </p>
      )}
      {viewed && <FigureUnits row={viewed} choice={choice} onClose={() => setViewed(null)} />}
    </Card>
  );
}

const columns = ({ split }: FigureChoice, onView: (row: FigureRow) => void): Column<FigureRow>[] => [
  {
    key: 'name',
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
    key: 'details',
    header: t('admin.users.actions'),
    align: 'end',
    render: (row) => (
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('admin.figures.detailsOf', { name: figureName(split, row) })}
        onClick={() => onView(row)}
      >
        {t('admin.figures.details')}
      </Button>
    ),
  },
];
