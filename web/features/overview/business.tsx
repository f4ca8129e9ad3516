import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getOverview, OVERVIEW_DAYS } from '../../../src/accounts/overview/contract.ts';
import { SPEND_MONTHS } from '../../../src/money/statements/catalogue.ts';
import { getSpend } from '../../../src/money/statements/contract.ts';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { call } from '../../lib/call.ts';
import { regionNames } from '../../lib/country-name.ts';
import { formatNumber, formatPercent, t } from '../../lib/i18n.ts';
import { cachedRead, queryKeys, useRead } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { useAsTable } from '../../ui/use-as-table.tsx';
import { Options, Select } from '../../ui/field.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Card, ReadFrame, RowList, Skeleton } from '../../ui/frames.tsx';
import { SpendView } from '../../ui/spend-view.tsx';
import { formatTime } from '../../ui/values.tsx';
import { Needs } from './needs.tsx';

type Overview = ResponseOf<typeof getOverview>;

/** How often it is read again while something runs, because no event tells of each part. */
const EVERY_MS = 5000;

const SPANS = [8, OVERVIEW_DAYS, 'year'] as const;
type Span = (typeof SPANS)[number];

const spanText = (span: Span): string =>
  span === 'year'
    ? t('overview.business.months', { count: SPEND_MONTHS })
    : t('overview.business.days', { count: span });

/** The account's last days or months: what they cost, what was delivered where, what runs, and what needs its owner. */
export function Business() {
  const { id } = useCurrentUser();
  const runs = (cachedRead(getOverview, { id })?.running ?? []).length > 0;
  const overview = useRead(getOverview, { id }, { everyMs: runs && EVERY_MS });
  return (
    <>
      <SpendCard overview={overview} />
      {overview.data ? (
        <div className="grid gap-6 md:grid-cols-2">
          <Countries overview={overview.data} />
          <Attention overview={overview.data} />
        </div>
      ) : (
        <Skeleton className="h-40" />
      )}
    </>
  );
}

function SpendCard({ overview }: { overview: ReturnType<typeof useRead<typeof getOverview>> }) {
  const { id, credits } = useCurrentUser();
  const [span, setSpan] = useState<Span>(OVERVIEW_DAYS);
  const [asTable, asTableButton] = useAsTable('md');
  const year = useQuery({
    queryKey: [...queryKeys.statements(id), 'spend'],
    queryFn: () => call(getSpend, { params: { id } }),
    enabled: span === 'year',
  });
  const days = overview.data && daysLeft(overview.data, credits);
  const since = overview.data?.days.find(({ total }) => Number(total) > 0)?.day;
  const caption = asTable ? spanText(span) : null;
  return (
    <Card
      flush={asTable}
      title={t('overview.business.title')}
      description={days && t('overview.business.lasts', { count: days, date: formatTime(`${since}T12:00`, 'day') })}
      actions={
        <div className="flex gap-2">
          <Select
            aria-label={t('overview.business.span')}
            value={span}
            onChange={({ target }) => setSpan(SPANS.find((each) => String(each) === target.value) ?? OVERVIEW_DAYS)}
            className="w-40 text-sm"
          >
            <Options of={SPANS} name={(each) => spanText(each)} />
          </Select>
          {asTableButton}
        </div>
      }
    >
      {span === 'year' ? (
        <ReadFrame read={year} pending={<Skeleton className="h-[17rem]" />}>
          {(months) => (
            <SpendView times={months.map(({ month, ...rest }) => ({ time: month, ...rest }))} caption={caption} />
          )}
        </ReadFrame>
      ) : (
        <ReadFrame read={overview} pending={<Skeleton className="h-[17rem]" />}>
          {(read) => (
            <SpendView
              times={read.days.slice(-span).map(({ day, ...rest }) => ({ time: day, ...rest }))}
              caption={caption}
            />
          )}
        </ReadFrame>
      )}
    </Card>
  );
}

/** For how many days the credit lasts, if they cost as much as those since the first that cost something; null: none did. */
export function daysLeft({ days }: { days: readonly { total: string }[] }, credits: string): number | null {
  const since = days.slice(days.findIndex(({ total }) => Number(total) > 0));
  const spent = since.reduce((sum, { total }) => sum + Number(total), 0);
  return spent > 0 ? Math.floor((Number(credits) * since.length) / spent) : null;
}

const MOST_COUNTRIES = 6;

function Countries({ overview: { countries, failed } }: { overview: Overview }) {
  const nameOf = (country: string | null) => (country && regionNames().of(country)) ?? t('overview.business.noCountry');
  const missing = countries.reduce((sum, { sent, delivered }) => sum + sent - delivered, 0);
  return (
    <Card
      flush
      title={t('overview.business.countries')}
      description={missing > failed && t('overview.business.waiting', { count: missing - failed })}
    >
      <RowList
        label={t('overview.business.countries')}
        rows={countries.slice(0, MOST_COUNTRIES).map((each) => ({ id: each.country ?? '', ...each }))}
        row={({ country, sent, delivered }) => (
          <li className="px-5 py-2.5">
            <p className="mb-1 flex justify-between gap-3">
              <span className="truncate font-medium">{nameOf(country)}</span>
              <span className="shrink-0 text-muted">
                {t('overview.business.progress', { done: formatNumber(delivered), total: formatNumber(sent) })} ·{' '}
                {/* Never all of them while one is missing. */}
                {formatPercent(Math.floor((100 * delivered) / sent))}
              </span>
            </p>
            <Progress label={nameOf(country)} value={(100 * delivered) / sent} />
          </li>
        )}
      />
    </Card>
  );
}

/** What runs, and what somebody should look at. */
function Attention({ overview }: { overview: Overview }) {
  return (
    <Card title={t('overview.business.attention')} description={spanText(OVERVIEW_DAYS)}>
      {overview.running.length > 0 && (
        <ul aria-label={t('overview.business.running')} className="mb-4 flex flex-col gap-3">
          {overview.running.map(({ id, name, done, of }) => (
            <li key={id}>
              <p className="mb-1 flex justify-between gap-3">
                <span className="truncate font-medium">{name}</span>
                <span className="shrink-0 text-muted">{t('overview.business.progress', { done, total: of })}</span>
              </p>
              <Progress label={name} value={(100 * done) / Math.max(1, of)} />
            </li>
          ))}
        </ul>
      )}
      <Needs />
    </Card>
  );
}
