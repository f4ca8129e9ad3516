import { useState } from 'react';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { ReceiptText } from '../../../ui/icons.tsx';
import { FIGURE_SERVICES, type FigureService } from '../../../../db/enums.ts';
import { type FigureRow, type FigureUnit, listFigureUnits } from '../../../../src/admin/figures/contract.ts';
import { PACKAGES_KEY } from '../../../../src/shared/packages-key.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { withQuery } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { Switch } from '../../../ui/field.tsx';
import { EmptyState, ListFrame } from '../../../ui/frames.tsx';
import { RouteTrace } from '../../../ui/route-trace.tsx';
import { ShortRow } from '../../../ui/short-row.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { Time, formatPounds } from '../../../ui/values.tsx';
import { dayName } from '../../../ui/time-name.ts';
import { figureName } from './figure-name.ts';
import { type FigureChoice, queryOf } from './figures-period.ts';
import { amountText, chargeColumns, marginText, measureColumns } from './amount.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

interface FigureUnitsProps {
  row: FigureRow;
  choice: FigureChoice;
  onClose: () => void;
}

/** The services that a row is made of: packages have a row of their own where they belong to no place. */
function servicesOf({ key }: FigureRow, { split, service }: FigureChoice): readonly FigureService[] {
  if (service !== undefined) return [service];
  if (split === 'customer' || split === 'reseller') return FIGURE_SERVICES;
  return FIGURE_SERVICES.filter((each) => PACKAGE_SERVICES.has(each) === (key === PACKAGES_KEY));
}

const PACKAGE_SERVICES: ReadonlySet<FigureService> = new Set(['trunk', 'reseller_package']);

/** Lists the units behind one row, one by one. */
export function FigureUnits({ row, choice, onClose }: FigureUnitsProps) {
  const shown = servicesOf(row, choice);
  const [tab, setTab] = useState<string>(shown[0] ?? '');
  return (
    <Drawer
      wide
      onClose={onClose}
      title={figureName(choice.split, row)}
      description={[row.person?.email, choice.day && dayName(choice.day)].filter(Boolean).join(' · ')}
    >
      <Tabs
        label={t('admin.figures.everyService')}
        value={tab}
        onChange={setTab}
        tabs={shown.map((service) => ({
          id: service,
          label: t(`admin.figures.service.${service}`),
          content: <UnitList row={row} choice={{ ...choice, service }} />,
        }))}
      />
    </Drawer>
  );
}

function UnitList({ row, choice }: Omit<FigureUnitsProps, 'onClose'>) {
  const { service } = choice;
  const [differing, setDiffering] = useState(false);
  const [traced, setTraced] = useState<FigureUnit | null>(null);
  const query = { ...queryOf(choice, new Date()), key: row.key, differing: String(differing) };
  const list = usePagedList(listFigureUnits, { query });
  return (
    <div className="-mx-5 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5">
        <Switch label={t('admin.figures.differing')} checked={differing} onChange={setDiffering} />
        <DownloadLink href={withQuery('/api/admin/figures/units.csv', query)} size="sm">
          {t('admin.figures.export')}
        </DownloadLink>
      </div>
      <ListFrame list={list} empty={<EmptyState icon={ReceiptText} title={t('admin.figures.unitsEmpty')} />}>
        <Table
          caption={t(`admin.figures.service.${service ?? 'sms'}`)}
          columns={columns(service === 'sms' ? setTraced : null)}
          rows={list.rows}
          rowKey={({ id }) => id}
          compact={(unit) => <ShortUnit unit={unit} onTrace={service === 'sms' ? setTraced : null} />}
        />
      </ListFrame>
      {traced && <RouteTrace userId={traced.person.id} messageId={traced.id} onClose={() => setTraced(null)} />}
    </div>
  );
}

/** The first number, and how many more there are. */
const numbersOf = (number: string, units: number): string =>
  units > 1 ? `${number} ${t('sms.compose.moreFaults', { count: units - 1 })}` : number;

type OnTrace = ((unit: FigureUnit) => void) | null;

/** The row where there is no room for columns. */
function ShortUnit({ unit, onTrace }: { unit: FigureUnit; onTrace: OnTrace }) {
  const { at, number, units, carrier, person, revenue } = unit;
  return (
    <ShortRow
      end={amountText(revenue, false)}
      more={
        <>
          <Time iso={at} /> · {person.email} · {carrier !== null && `${carrierName(carrier)} · `}
          {t('admin.figures.margin')} {marginText(unit, false)} {onTrace && traceColumn(onTrace).render(unit)}
        </>
      }
    >
      {number === null ? person.fullName : <WithNumbers>{numbersOf(number, units)}</WithNumbers>}
    </ShortRow>
  );
}

/** @param onTrace shows a message's way to each recipient; null where a unit is no message */
const columns = (onTrace: OnTrace): Column<FigureUnit>[] => [
  { header: t('admin.figures.when'), render: ({ at }) => <Time iso={at} /> },
  {
    header: t('admin.figures.number'),
    render: ({ number, units, carrier, person, routeBy, routePrice, routePrefix }) => (
      <>
        {number !== null && <WithNumbers>{numbersOf(number, units)}</WithNumbers>}
        <span className="block text-sm break-words text-muted">{person.email}</span>
        {number !== null && (
          <span className="block text-sm text-muted">
            {carrier === null ? t('admin.figures.unknownCarrier') : carrierName(carrier)}
          </span>
        )}
        {routeBy !== null && routePrice !== null && (
          <span className="block text-sm text-muted">
            {t(`sms.trace.route.${routeBy}`, { cost: formatPounds(routePrice) })}
            {routePrefix !== null && <bdi dir="ltr"> (+{routePrefix})</bdi>}
          </span>
        )}
      </>
    ),
  },
  ...measureColumns<FigureUnit>(false),
  ...chargeColumns<FigureUnit>(),
  ...(onTrace ? [traceColumn(onTrace)] : []),
];

const traceColumn = (onTrace: (unit: FigureUnit) => void): Column<FigureUnit> => ({
  header: t('admin.users.actions'),
  align: 'end',
  render: (unit) => (
    <SmallButton aria-label={t('admin.figures.traceOf', { number: unit.number ?? '' })} onClick={() => onTrace(unit)}>
      {t('sms.trace.open')}
    </SmallButton>
  ),
});
