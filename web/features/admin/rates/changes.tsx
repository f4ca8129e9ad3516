import type { DeckChanges } from '../../../../src/money/decks/changes-contract.ts';
import { USED_DAYS } from '../../../../src/money/decks/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Table } from '../../../ui/table.tsx';

const COUNTS = ['rows', 'same', 'new', 'dearer', 'cheaper', 'gone', 'other', 'overlapping', 'rounded'] as const;
const TONES = {
  dearer: 'warning',
  gone: 'danger',
  cheaper: 'success',
  new: 'accent',
  other: 'neutral',
} as const;

/** Shows the changes of a file: how many rows of each kind, and the dearest of them. */
export function Changes({ changes }: { changes: DeckChanges }) {
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-3">
        {COUNTS.map((kind) => (
          <div key={kind} className="flex justify-between gap-2">
            <dt className="text-muted">{t(`rates.changes.${kind}`)}</dt>
            <dd className="font-medium">{formatNumber(changes[kind])}</dd>
          </div>
        ))}
      </dl>
      {changes.looksLikeCosts && <Notice tone="danger">{t('rates.columns.costs')}</Notice>}
      {changes.dearerBelow > 0 && (
        <Notice tone="warning">{t('rates.changes.dearerBelow', { count: changes.dearerBelow })}</Notice>
      )}
      {changes.closed > 0 && (
        <Notice tone="danger">
          {t('rates.changes.closed', {
            closed: formatNumber(changes.closed),
            sold: formatNumber(changes.sold),
            used: formatNumber(changes.closedUsed),
            days: USED_DAYS,
          })}
        </Notice>
      )}
      {changes.examples.length > 0 && (
        <div>
          <Table
            caption={t('rates.changes.examples')}
            rows={changes.examples}
            rowKey={({ prefix }) => prefix}
            columns={[
              {
                key: 'kind',
                header: t('rates.changes.kind'),
                render: ({ kind }) => <Badge tone={TONES[kind]}>{t(`rates.changes.${kind}`)}</Badge>,
              },
              {
                key: 'prefix',
                header: t('rates.changes.prefix'),
                render: ({ prefix }) => <bdi>+{prefix}</bdi>,
              },
              { key: 'name', header: t('rates.changes.name'), render: ({ name }) => name },
              {
                key: 'before',
                header: t('rates.changes.before'),
                render: ({ before }) => price(before),
                align: 'end',
              },
              {
                key: 'after',
                header: t('rates.changes.after'),
                render: ({ after }) => price(after),
                align: 'end',
              },
            ]}
          />
        </div>
      )}
    </div>
  );
}

const price = (pounds: string | null): string => (pounds === null ? '–' : formatPounds(pounds));
