import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Globe, MessageSquareText, Phone, PiggyBank } from '../../ui/icons.tsx';
import { RESELLER_PLANS } from '../../../src/resale/packages/catalogue.ts';
import { getResellerStatus, type ResellerStatus } from '../../../src/resale/packages/contract.ts';
import { call } from '../../lib/call.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, ReadFrame, SkeletonRows, StatCard } from '../../ui/frames.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Badge, Money, Time, formatPounds } from '../../ui/values.tsx';
import { useResellerOrder } from './reseller-plans.tsx';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';

/** A running package: how long yet, what it saved, what was used, and at which rates. */
export function ResellerDashboard({ expiresAt }: { expiresAt: string }) {
  const { id } = useCurrentUser();
  const status = useQuery({
    queryKey: queryKeys.reseller(id),
    queryFn: () => call(getResellerStatus, { params: { id } }),
    refetchOnMount: 'always',
  });
  const titled = (content: ReactNode) => <Card title={t('reseller.dashboard.title')}>{content}</Card>;
  return (
    <ReadFrame read={status} pending={titled(<SkeletonRows rows={4} />)} failed={titled}>
      {(data) => (
        <>
          <Package expiresAt={expiresAt} saved={data.savings.total} />
          <Usage {...data} />
          <Rates rates={data.rates} />
          <Extend />
        </>
      )}
    </ReadFrame>
  );
}

/** Which package runs, until when, and what it saved in all. */
function Package({ expiresAt, saved }: { expiresAt: string; saved: string }) {
  const { resellerPackage } = useCurrentUser();
  const daysLeft = Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / DAY_MS));
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl font-semibold tracking-tight">{t('reseller.dashboard.title')}</h2>
        <Badge tone="success">{t('reseller.dashboard.active')}</Badge>
        {resellerPackage && <span className="text-muted">{t(`reseller.plan.${resellerPackage}`)}</span>}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <StatCard
          label={t('reseller.dashboard.expires')}
          value={<Time day iso={expiresAt} />}
          note={t('reseller.dashboard.daysLeft', { count: daysLeft })}
          icon={CalendarClock}
        />
        <StatCard
          label={t('reseller.dashboard.saved')}
          value={<Money value={saved} />}
          note={t('reseller.dashboard.savedNote')}
          icon={PiggyBank}
        />
      </div>
    </>
  );
}

const USED = [
  ['sms', 'sms', MessageSquareText],
  ['minutes', 'voice', Phone],
  ['numbers', 'numbers', Globe],
] as const;

/** Shows the use of each service, and the savings. */
function Usage({ savings, usage }: Pick<ResellerStatus, 'savings' | 'usage'>) {
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:[&>:last-child]:col-span-2 sm:grid-cols-3">
      {USED.map(([used, service, icon]) => (
        <StatCard
          key={used}
          label={t(`reseller.dashboard.${used}`)}
          value={formatNumber(usage[used])}
          note={t('reseller.dashboard.savedAmount', { amount: formatPounds(savings[service]) })}
          icon={icon}
        />
      ))}
    </div>
  );
}

interface RateRow {
  service: 'sms' | 'voice' | 'numbers';
  standard: string;
  reseller: string;
}

function Rates({ rates }: { rates: ResellerStatus['rates'] }) {
  const rows: RateRow[] = [
    { service: 'sms', standard: formatPounds(rates.sms.standard), reseller: formatPounds(rates.sms.reseller) },
    { service: 'voice', standard: formatPounds(rates.voice.standard), reseller: formatPounds(rates.voice.reseller) },
    {
      service: 'numbers',
      standard: t('reseller.rates.listPrice'),
      reseller: t('reseller.rates.percentOff', { percent: rates.numberDiscountPercent }),
    },
  ];
  const columns: Column<RateRow>[] = [
    { header: t('reseller.rates.service'), render: ({ service }) => t(`reseller.rates.${service}`) },
    { header: t('reseller.rates.standard'), align: 'end', render: ({ standard }) => standard },
    {
      header: t('reseller.rates.yours'),
      align: 'end',
      render: ({ reseller }) => <span className="font-medium">{reseller}</span>,
    },
  ];
  return (
    <Card flush title={t('reseller.rates.title')} description={t('reseller.rates.description')}>
      <Table caption={t('reseller.rates.title')} columns={columns} rows={rows} rowKey={({ service }) => service} />
    </Card>
  );
}

function Extend() {
  const order = useResellerOrder();
  return (
    <Card title={t('reseller.extend.title')} description={t('reseller.extend.description')}>
      <div className="flex flex-wrap gap-2">
        {RESELLER_PLANS.map((plan) => (
          <Button
            key={plan.id}
            variant="secondary"
            busy={order.isPending && order.variables.id === plan.id}
            disabled={order.isPending || order.isSuccess}
            onClick={() => order.mutate(plan)}
          >
            {t('reseller.extend.months', { count: plan.months, price: formatPounds(plan.price, { whole: true }) })}
          </Button>
        ))}
      </div>
    </Card>
  );
}
