import { useState } from 'react';
import { FIGURE_SERVICES } from '../../../../db/enums.ts';
import { useQueried } from '../../../lib/use-queried.ts';
import { type DayOfFigures, type Figures, getFigures } from '../../../../src/admin/figures/contract.ts';
import { currentLocale, formatNumber, t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { useAsTable } from '../../../ui/use-as-table.tsx';
import { Field, Options, Select } from '../../../ui/field.tsx';
import { ChartLine } from '../../../ui/icons.tsx';
import { Card, EmptyState, ReadFrame, Skeleton } from '../../../ui/frames.tsx';
import { Table } from '../../../ui/table.tsx';
import { amountText, costText, marginText, measureColumns, Uncosted } from './amount.tsx';
import { TabLink } from '../tab-link.tsx';
import { dayName } from '../../../ui/time-name.ts';
import { Fact } from '../../../ui/values.tsx';
import { FigureRows } from './figure-rows.tsx';
import { FigureWarnings } from './figure-warnings.tsx';
import { FiguresChart } from './figures-chart.tsx';
import { type FigureChoice, LAST_DAYS, newestMonths, queryOf } from './figures-period.ts';

/** Chooses the days, and the services. */
function FiguresFilter({ choice, onChange }: { choice: FigureChoice; onChange: (choice: FigureChoice) => void }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t('admin.figures.period')}>
        <Select value={choice.period} onChange={(event) => onChange({ ...choice, period: event.target.value })}>
          <Options of={LAST_DAYS} name={(days) => t('admin.figures.lastDays', { count: days })} />
          <Options of={newestMonths(new Date())} name={(month) => monthName(month)} />
        </Select>
      </Field>
      <Field label={t('reseller.rates.service')}>
        <Select
          value={choice.service ?? ''}
          onChange={(event) =>
            onChange({ ...choice, service: FIGURE_SERVICES.find((service) => service === event.target.value) })
          }
        >
          <option value="">{t('admin.figures.everyService')}</option>
          <Options of={FIGURE_SERVICES} name={(service) => t(`admin.figures.service.${service}`)} />
        </Select>
      </Field>
    </div>
  );
}

const monthName = (month: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );

/** Shows the sales and their cost: by day as a picture or a table, and split up. */
export function FiguresTab() {
  const [choice, setChoice] = useState<FigureChoice>({ period: '30', day: null, service: undefined, split: 'carrier' });
  const figures = useQueried(getFigures, {}, queryOf({ ...choice, day: null }, new Date()));
  const isEmpty = figures.data?.total.units === 0 && Number(figures.data.total.cost) === 0;
  return (
    <div className="flex flex-col gap-5">
      <FigureWarnings />
      <Card title={t('admin.figures.title')} description={t('admin.figures.text')}>
        <div className="flex flex-col gap-5">
          {/* A day belongs to its period. */}
          <FiguresFilter choice={choice} onChange={(next) => setChoice({ ...next, day: null })} />
          <ReadFrame read={figures} pending={<Skeleton className="h-56" />}>
            {(data) =>
              isEmpty ? (
                <EmptyState
                  icon={ChartLine}
                  title={t('admin.figures.empty')}
                  description={t('admin.figures.emptyHint')}
                />
              ) : (
                <Picture figures={data} chosen={choice.day} onChoose={(day) => setChoice({ ...choice, day })} />
              )
            }
          </ReadFrame>
        </div>
      </Card>
      {!isEmpty && <FigureRows choice={choice} onChange={setChoice} />}
    </div>
  );
}

interface PictureProps {
  figures: Figures;
  chosen: string | null;
  onChoose: (day: string) => void;
}

function Picture({ figures, chosen, onChoose }: PictureProps) {
  const [asTable, asTableButton] = useAsTable();
  return (
    <>
      <Sums total={figures.total} />
      <div className="flex justify-end">{asTableButton}</div>
      {asTable ? (
        <div className="-mx-5">
          <Table
            caption={t('admin.figures.title')}
            columns={[
              {
                header: t('statements.spend.day'),
                render: ({ day }) => (
                  <Button
                    size="sm"
                    variant="ghost"
                    className="-mx-2.5 text-accent"
                    aria-label={t('admin.figures.showDay', { day: dayName(day) })}
                    onClick={() => onChoose(day)}
                  >
                    {dayName(day)}
                  </Button>
                ),
              },
              ...measureColumns<DayOfFigures>(),
            ]}
            rows={figures.days.toReversed()}
            rowKey={({ day }) => day}
          />
        </div>
      ) : (
        <FiguresChart figures={figures} chosen={chosen} onChoose={onChoose} />
      )}
    </>
  );
}

function Sums({ total }: { total: Figures['total'] }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {(['revenue', 'cost', 'margin'] as const).map((name) => (
          <Fact key={name} label={t(`admin.figures.${name}`)} look="text-xl font-semibold">
            {{ revenue: amountText(total.revenue), cost: costText(total), margin: marginText(total) }[name]}
            {name === 'margin' && <Uncosted of={total} />}
          </Fact>
        ))}
        <Fact label={t('admin.figures.units')} look="text-xl font-semibold">
          {formatNumber(total.units)}
        </Fact>
      </dl>
      <p className="text-sm text-muted">
        {t('admin.figures.revenueIs')} <TabLink tab="books" />
      </p>
    </>
  );
}
