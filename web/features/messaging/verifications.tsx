import { KeyRound } from '../../ui/icons.tsx';
import {
  getVerificationFigures,
  listVerifications,
  type Verification,
} from '../../../src/services/verifications/contract.ts';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { regionNames } from '../../lib/country-name.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useRead } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card, EmptyState, ListFrame, ReadFrame, RowList } from '../../ui/frames.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Badge, Time, type Tone } from '../../ui/values.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';

/** Verification codes that were sent through the API: how many were entered, by country, and the latest. */
export function Verifications() {
  const { id } = useCurrentUser();
  const figures = useRead(getVerificationFigures, { id });
  const list = usePagedList(listVerifications, { params: { id } });
  return (
    <Card flush title={t('verifications.title')} description={t('verifications.text')}>
      <ListFrame
        list={list}
        empty={
          <EmptyState icon={KeyRound} title={t('verifications.empty')} description={t('verifications.emptyHint')} />
        }
      >
        <ReadFrame read={figures}>{(rows) => <Figures rows={rows} />}</ReadFrame>
        <RowList
          label={t('verifications.list')}
          rows={list.rows}
          row={(row) => <VerificationRow verification={row} />}
        />
      </ListFrame>
    </Card>
  );
}

type Figure = ResponseOf<typeof getVerificationFigures>[number];

function Figures({ rows }: { rows: readonly Figure[] }) {
  const columns: Column<Figure>[] = [
    { header: t('verifications.country'), render: ({ country }) => nameOf(country) },
    { header: t('verifications.started'), align: 'end', render: ({ started }) => formatNumber(started) },
    {
      header: t('verifications.verified'),
      align: 'end',
      render: ({ started, verified }) =>
        t('verifications.share', {
          count: verified,
          percent: Math.round((verified / started) * 100),
        }),
    },
  ];
  return (
    <Table caption={t('verifications.figures')} columns={columns} rows={rows} rowKey={({ country }) => country ?? ''} />
  );
}

const nameOf = (country: string | null): string =>
  country === null ? t('verifications.elsewhere') : (regionNames().of(country) ?? country);

const TONES: Record<Verification['status'], Tone> = {
  pending: 'accent',
  verified: 'success',
  failed: 'danger',
  expired: 'neutral',
};

function VerificationRow({ verification }: { verification: Verification }) {
  const { to, status, channel, createdAt } = verification;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <WithNumbers className="font-medium">{to}</WithNumbers>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{t(`verifications.channel.${channel}`)}</span>
          <Time iso={createdAt} />
        </p>
      </div>
      <Badge tone={TONES[status]}>{t(`verifications.status.${status}`)}</Badge>
    </li>
  );
}
