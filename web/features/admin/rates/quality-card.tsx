import { scaleBand, scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useState } from 'react';
import { RATED_SERVICES } from '../../../../db/enums.ts';
import { getQuality, type Quality } from '../../../../src/carriers/contract.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { withQuery } from '../../../lib/call.ts';
import { formatNumber, formatPercent, t } from '../../../lib/i18n.ts';
import { useQueried } from '../../../lib/use-queried.ts';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { useAsTable } from '../../../ui/use-as-table.tsx';
import { ChartAxes } from '../../../ui/chart-axes.tsx';
import { ChartDetails } from '../../../ui/chart-details.tsx';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { Field, Options, Select } from '../../../ui/field.tsx';
import { ChartLine } from '../../../ui/icons.tsx';
import { Card, EmptyState, ReadFrame, Skeleton } from '../../../ui/frames.tsx';
import { ShortRow } from '../../../ui/short-row.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { useChart } from '../../../ui/use-chart.ts';
import { dayName } from '../../../ui/time-name.ts';

/** A share of fewer tries says little: its point is hollow, and the line leaves it out. */
const FEW = 10;
const PERIODS = ['7', '30', '90'] as const;
type Choice = { service: (typeof RATED_SERVICES)[number]; days: string; carrier: string };
type Day = Quality['days'][number];
type Measures = Omit<Day, 'day'>;

const secondsText = (seconds: number | null) => (seconds === null ? '–' : t('admin.quality.seconds', { seconds }));
const shareText = ({ tries, share }: Measures) => (tries === 0 ? '–' : formatPercent(Math.round(share * 1000) / 10));

/** How well carriers reach destinations: by day as a picture or a table, and by carrier and destination. */
export function QualityCard() {
  const [choice, setChoice] = useState<Choice>({ service: 'sms', days: '30', carrier: '' });
  const query = { service: choice.service, days: Number(choice.days), carrier: choice.carrier || undefined };
  const read = useQueried(getQuality, {}, query);
  return (
    <Card
      title={t('admin.quality.title')}
      description={t('admin.quality.text')}
      actions={
        <DownloadLink href={withQuery('/api/admin/quality.csv', query)} size="sm">
          {t('admin.figures.export')}
        </DownloadLink>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label={t('admin.figures.period')}>
            <Select value={choice.days} onChange={({ target }) => setChoice({ ...choice, days: target.value })}>
              <Options of={PERIODS} name={(days) => t('admin.figures.lastDays', { count: Number(days) })} />
            </Select>
          </Field>
          <Field label={t('reseller.rates.service')}>
            <Select
              value={choice.service}
              onChange={({ target }) =>
                setChoice({ ...choice, carrier: '', service: target.value === 'sms' ? 'sms' : 'voice' })
              }
            >
              <Options of={RATED_SERVICES} name={(service) => t(`rates.service.${service}`)} />
            </Select>
          </Field>
          {(read.data?.carriers.length ?? 0) > 1 && (
            <Field label={t('admin.quality.carrier')}>
              <Select value={choice.carrier} onChange={({ target }) => setChoice({ ...choice, carrier: target.value })}>
                <option value="">{t('admin.quality.everyCarrier')}</option>
                <Options of={read.data?.carriers ?? []} name={carrierName} />
              </Select>
            </Field>
          )}
        </div>
        <ReadFrame read={read} pending={<Skeleton className="h-56" />}>
          {(quality) =>
            quality.routes.length === 0 ? (
              <EmptyState icon={ChartLine} title={t('admin.quality.empty')} />
            ) : (
              <Picture quality={quality} service={choice.service} />
            )
          }
        </ReadFrame>
      </div>
    </Card>
  );
}

/** Messages have a share alone; calls have durations too. */
function measureColumns<Row extends Measures>(service: Choice['service']): Column<Row>[] {
  const column = (key: string, header: string, render: (row: Row) => string): Column<Row> => ({
    ...{ key, header, render, align: 'end' },
  });
  return [
    column('tries', t('admin.quality.tries'), ({ tries }) => formatNumber(tries)),
    column('share', t(`admin.quality.share.${service}`), shareText),
    ...(service === 'voice'
      ? [
          column('seconds', t('admin.quality.acd'), ({ seconds }) => secondsText(seconds)),
          column('ring', t('admin.quality.pdd'), ({ ring }) => secondsText(ring)),
          column('waited', t('admin.quality.waited'), ({ waited }) => secondsText(waited)),
        ]
      : []),
  ];
}

function Picture({ quality, service }: { quality: Quality; service: Choice['service'] }) {
  const [asTable, asTableButton] = useAsTable();
  // One day makes no line: the rows say the same.
  const isLine = quality.days.filter(({ tries }) => tries > 0).length > 1;
  return (
    <>
      {isLine && <div className="flex justify-end">{asTableButton}</div>}
      {!isLine ? null : asTable ? (
        <div className="-mx-5">
          <Table
            caption={t('admin.quality.title')}
            columns={[
              { header: t('statements.spend.day'), render: ({ day }: Day) => dayName(day) },
              ...measureColumns<Day>(service),
            ]}
            rows={quality.days.toReversed()}
            rowKey={({ day }) => day}
          />
        </div>
      ) : (
        <ShareChart days={quality.days} service={service} />
      )}
      <div className="-mx-5">
        <Table
          caption={t('admin.quality.routes')}
          columns={[
            { header: t('admin.quality.carrier'), render: ({ carrier }: Route) => carrierName(carrier) },
            { header: t('admin.quality.destination'), render: ({ prefix }: Route) => `+${prefix}` },
            ...measureColumns<Route>(service),
          ]}
          rows={quality.routes}
          compact={(route) => {
            const [tries, share, ...rest] = measureColumns<Route>(service);
            return (
              <ShortRow
                end={
                  <>
                    <span className="text-sm text-muted">{share?.header}</span> {share?.render(route)}
                  </>
                }
                more={[tries, ...rest]
                  .map((each) => each && `${each.header} ${String(each.render(route))}`)
                  .join(' · ')}
              >
                {carrierName(route.carrier)} · <bdi>+{route.prefix}</bdi>
              </ShortRow>
            );
          }}
          rowKey={({ carrier, prefix }) => `${carrier} ${prefix}`}
        />
      </div>
    </>
  );
}

type Route = Quality['routes'][number];

/** The share that was delivered or answered, as a line over the days that had any. */
function ShareChart({ days, service }: { days: readonly Day[]; service: Choice['service'] }) {
  const { frame, ...chart } = useChart(days.length);
  const { room, isRightToLeft, start, width, shown } = chart;
  const x = scaleBand<string>({
    domain: days.map(({ day }) => day),
    range: isRightToLeft ? [room.width, 0] : [0, room.width],
  });
  const y = scaleLinear<number>({ domain: [0, 1], range: [room.height, 0] });
  const middleOf = ({ day }: Day) => (x(day) ?? 0) + x.bandwidth() / 2;
  const used = days.filter(({ tries }) => tries > 0);
  const details = shown === null ? undefined : days[shown];
  const lines = measureColumns<Day>(service);
  const words = (day: Day) => lines.map(({ header, render }) => `${header} ${String(render(day))}`).join(', ');
  return (
    <ChartFrame
      frame={frame}
      chart={chart}
      label={t('admin.quality.title')}
      details={
        details && (
          <ChartDetails
            title={dayName(details.day)}
            total={shareText(details)}
            lines={lines.map(({ header, render }) => ({ name: header, amount: render(details) }))}
            center={start + middleOf(details)}
            width={width}
          />
        )
      }
      legend={
        <p className="text-sm text-muted">
          {t(`admin.quality.share.${service}`)}
          {used.some(({ tries }) => tries < FEW) && ` · ${t('admin.quality.few', { count: FEW })}`}
        </p>
      }
    >
      <ChartAxes
        x={x}
        y={y}
        room={room}
        isRightToLeft={isRightToLeft}
        nameOf={dayName}
        amountOf={(share) => formatPercent(share * 100)}
      />
      <g aria-hidden>
        <LinePath
          data={used.filter(({ tries }) => tries >= FEW)}
          x={middleOf}
          y={({ share }) => y(share)}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={2.5}
        />
        {used.map((day) => (
          <circle
            key={day.day}
            cx={middleOf(day)}
            cy={y(day.share)}
            r={3}
            fill={day.tries < FEW ? 'var(--surface)' : 'var(--accent)'}
            stroke="var(--accent)"
          />
        ))}
      </g>
      {days.map((day, index) => (
        <rect
          key={day.day}
          {...chart.optionAt(index)}
          aria-label={`${dayName(day.day)}: ${words(day)}`}
          x={x(day.day)}
          width={x.bandwidth()}
          height={room.height}
          strokeWidth={2}
          className="fill-transparent outline-none focus-visible:stroke-accent"
        />
      ))}
    </ChartFrame>
  );
}
