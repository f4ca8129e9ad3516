import type { ReactNode } from 'react';
import { type Campaign, type CampaignReport, getCampaign } from '../../../../src/services/campaigns/contract.ts';
import { reasonOf } from '../../../../src/shared/reasons.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { comparePounds, subtractPounds } from '../../../lib/pounds.ts';
import { useRead } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Table } from '../../../ui/table.tsx';
import { formatPounds, formatTime, zoneName } from '../../../ui/values.tsx';
import { useCampaignPrice } from './use-campaign-price.ts';

type Variant = CampaignReport['variants'][number];

const COUNTS = ['recipients', 'sent', 'delivered', 'failed', 'optedOut', 'clicked'] as const;
const LEFT_OUT = [
  ...(['validation_failed', 'destination_not_sold', 'destination_closed'] as const),
  ...(['fixed_line', 'recipient_opted_out', 'sender_not_allowed'] as const),
];

/** What became of a campaign so far. */
export function Report({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { id } = useCurrentUser();
  const { data } = useRead(getCampaign, { id, campaignId: campaign.id });
  return (
    <Dialog wide onClose={onClose} title={t('campaigns.report.open')} description={<bdi>{campaign.name}</bdi>}>
      {data && <Figures report={data} />}
    </Dialog>
  );
}

/** Nothing of it has left yet. */
const isAhead = ({ endedAt, done, nextAt }: Campaign) =>
  endedAt === null && done === 0 && Date.parse(nextAt) > Date.now();

/** About what it will cost; nothing where that is not known. */
function Ahead({ of }: { of: Campaign }) {
  const { estimate } = useCampaignPrice(of);
  return estimate !== null && <span>{t('campaigns.costAhead', { price: estimate })}</span>;
}

/** How many it has reached so far, what that was charged, and what of that was given back. */
export function SoFar({ of }: { of: Campaign }) {
  const { done, contacts, cost, actualCost } = of;
  const refund = subtractPounds(cost, actualCost);
  return (
    <>
      <span>{t('campaigns.progress', { done, count: contacts })}</span>
      {isAhead(of) ? <Ahead of={of} /> : <span>{t('sms.history.charged', { amount: formatPounds(cost) })}</span>}
      {comparePounds(refund, '0') > 0 && <span>{t('sms.history.refunded', { amount: formatPounds(refund) })}</span>}
    </>
  );
}

function Figures({ report }: { report: CampaignReport }) {
  const { nextAt } = report;
  if (isAhead(report))
    return (
      <p className="flex flex-wrap gap-x-3">
        {t('campaigns.startsAt', { date: `${formatTime(nextAt)} ${zoneName(new Date(nextAt))}` })}
        <SoFar of={report} />
      </p>
    );
  const { texts, variants, failures, refusals, replies, optOuts, hours, links } = report;
  const most = Math.max(1, ...hours.map(({ count }) => count));
  return (
    <div className="flex flex-col gap-5">
      {variants.length > 0 && (
        <Table<Variant>
          caption={t('campaigns.report.open')}
          rows={variants}
          rowKey={({ variant }) => String(variant)}
          columns={[
            {
              header: t('campaigns.report.text'),
              render: ({ variant }) => <bdi className="line-clamp-2 break-words">{texts[variant]}</bdi>,
            },
            ...COUNTS.map((key) => ({
              header: t(`campaigns.report.${key}`),
              align: 'end' as const,
              render: (row: Variant) => formatNumber(row[key]),
            })),
            { header: t('campaigns.report.cost'), align: 'end', render: ({ cost }) => formatPounds(cost) },
          ]}
        />
      )}
      <p className="flex flex-wrap gap-x-3 text-muted">
        <SoFar of={report} />
      </p>
      <Rows
        rows={[
          [t('campaigns.report.replies'), replies],
          [t('campaigns.report.optOuts'), optOuts],
        ]}
      />
      <Rows
        title={t('campaigns.report.why')}
        rows={failures.map(({ reason, count }) => {
          const known = reasonOf(reason);
          return [known ? t(`sms.reasons.${known}`) : reason, count];
        })}
      />
      <Rows
        title={t('campaigns.report.refused')}
        rows={refusals.map(({ code, count }) => {
          const known = LEFT_OUT.find((each) => each === code);
          return [known ? t(`campaigns.refusal.${known}`) : code, count];
        })}
      />
      <Rows
        title={t('campaigns.report.links')}
        rows={links.map(({ url, recipients, clicks }) => [
          <bdi key={url} dir="ltr" className="break-all">
            {url}
          </bdi>,
          `${formatNumber(recipients)} (${formatNumber(clicks)})`,
        ])}
      />
      <Rows
        title={t('campaigns.report.hours')}
        rows={hours.map(({ at, count }) => [
          <span key={at} className="flex flex-1 flex-wrap items-center gap-x-3">
            {formatTime(at)}
            <span aria-hidden className="h-2 max-w-40 flex-1 basis-20">
              <span className="block h-2 rounded-full bg-accent" style={{ width: `${(count / most) * 100}%` }} />
            </span>
          </span>,
          count,
        ])}
      />
    </div>
  );
}

/** Values with their names; absent where there are none. */
function Rows({ title, rows }: { title?: string; rows: readonly (readonly [ReactNode, number | string])[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      {title && <h3 className="mb-1.5 text-sm font-medium">{title}</h3>}
      <dl className="flex flex-col divide-y divide-line rounded-md border border-line px-3">
        {rows.map(([name, value], at) => (
          // oxlint-disable-next-line react/no-array-index-key -- They have no other name.
          <div key={at} className="flex justify-between gap-4 py-2 text-sm">
            <dt className="flex min-w-0 flex-1 break-words text-muted">{name}</dt>
            <dd className="font-medium tabular-nums">{typeof value === 'number' ? formatNumber(value) : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
