import { useState } from 'react';
import {
  acceptDifference,
  type Comparison,
  type Comparisons,
  getComparisons,
} from '../../../../src/admin/comparisons/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { keyOf, reread, useRead } from '../../../lib/reads.ts';
import { Button } from '../../../ui/button.tsx';
import { TextDialog } from '../../../ui/text-dialog.tsx';
import { Card, ReadFrame, Skeleton } from '../../../ui/frames.tsx';
import { Table } from '../../../ui/table.tsx';
import { Badge, Time, formatPounds } from '../../../ui/values.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Only } from '../../../ui/only.tsx';

/** The readings of chains, carriers and edges against the books, and all that nothing explains. */
export function ComparisonsCard() {
  const read = useRead(getComparisons, {});
  const { data } = read;
  return (
    <Card
      flush
      title={t('books.outside.title')}
      actions={
        data &&
        // Green means that something was compared.
        (!data.sound || data.rows.length > 0) && (
          <Badge tone={data.sound ? 'success' : 'danger'}>
            {t(data.sound ? 'books.outside.states.agrees' : 'books.outside.states.differs')}
          </Badge>
        )
      }
    >
      <ReadFrame read={read} pending={<Skeleton className="mx-5 mb-5 h-24" />}>
        {(found) => (
          <>
            <Unexplained found={found} />
            <Readings found={found} />
          </>
        )}
      </ReadFrame>
    </Card>
  );
}

function Unexplained({ found: { payments, calls } }: { found: Comparisons }) {
  if (payments.length + calls.length === 0) return null;
  return (
    <ul className="divide-y divide-line px-5 pb-3 text-danger" role="alert">
      {payments.map(({ transactionId, email, amount }) => (
        <li key={transactionId} className="py-2 break-words">
          {t('books.outside.missing')} · <bdi>{email}</bdi> · {formatPounds(amount)}
        </li>
      ))}
      {calls.map(({ sipCallId, since }) => (
        <li key={sipCallId} className="py-2 break-words">
          {t('books.outside.loose')} · <bdi>{sipCallId}</bdi> · <Time iso={since} />
        </li>
      ))}
    </ul>
  );
}

const TONES = { agrees: 'success', checking: 'neutral', differs: 'danger', accepted: 'neutral' } as const;

const PARTS = [
  ...(['verified', 'reversed', 'waiting', 'unclaimed', 'dismissed'] as const),
  ...(['movedOut', 'dust', 'charged', 'paidIn'] as const),
];

function Readings({ found: { rows, ownAddresses } }: { found: Comparisons }) {
  const [accepted, setAccepted] = useState<Comparison | null>(null);
  if (rows.length === 0) return <p className="px-5 pb-5 text-muted">{t('books.outside.empty')}</p>;
  return (
    <>
      <Table
        caption={t('books.outside.title')}
        rowKey={({ id }) => id}
        rows={rows}
        columns={[
          {
            header: t('books.outside.subject'),
            render: ({ subject, unit }) => (
              <>
                <span className="font-medium">{unit}</span>
                <bdi className="block text-sm break-all text-muted">{subject}</bdi>
              </>
            ),
          },
          {
            header: t('books.outside.said'),
            align: 'end',
            render: ({ said, block, readAt }) => (
              <>
                <bdi className="tabular-nums">{said}</bdi>
                <span className="block text-sm text-muted">
                  {block !== null && <>{t('books.outside.block', { number: String(block) })} · </>}
                  <Time iso={readAt} />
                </span>
              </>
            ),
          },
          { header: t('books.outside.books'), render: (row) => <Parts row={row} /> },
          {
            header: t('books.outside.difference'),
            align: 'end',
            render: (row) => <Difference row={row} onAccept={() => setAccepted(row)} />,
          },
        ]}
      />
      {ownAddresses.map(({ unit, count, said }) => (
        <p key={unit} className="border-t border-line px-5 py-3 text-muted">
          {t('books.outside.own', { count, unit })} · <bdi className="tabular-nums">{said}</bdi>
        </p>
      ))}
      {accepted && <AcceptDialog row={accepted} onClose={() => setAccepted(null)} />}
    </>
  );
}

function Parts({ row: { parts } }: { row: Comparison }) {
  return (
    <dl className="text-sm">
      {PARTS.filter((part) => Number(parts[part] ?? 0) !== 0).map((part) => (
        <div key={part} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{t(`books.outside.parts.${part}`)}</dt>
          <dd className="tabular-nums">
            <bdi>{parts[part]}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Difference({ row, onAccept }: { row: Comparison; onAccept: () => void }) {
  const { state, difference, reason } = row;
  return (
    <div className="flex flex-col items-end gap-1">
      <Badge tone={TONES[state]}>{t(`books.outside.states.${state}`)}</Badge>
      {state !== 'agrees' && <bdi className="tabular-nums">{difference}</bdi>}
      {reason !== null && <span className="text-sm text-muted">{reason}</span>}
      {state === 'differs' && (
        <>
          <span className="text-sm text-muted">
            {t(Number(difference) > 0 ? 'books.outside.over' : 'books.outside.under')}
          </span>
          <Only may={acceptDifference}>
            <Button size="sm" variant="ghost" onClick={onAccept}>
              {t('books.outside.accept')}
            </Button>
          </Only>
        </>
      )}
    </div>
  );
}

function AcceptDialog({ row, onClose }: { row: Comparison; onClose: () => void }) {
  const keys = useIdempotencyKey();
  return (
    <TextDialog
      title={t('books.outside.accept')}
      description={t('books.outside.acceptText')}
      label={t('books.outside.cause')}
      submitLabel={t('books.outside.accept')}
      send={async (reason) => {
        const given = { params: { comparisonId: row.id }, body: { reason }, idempotencyKey: keys.keyOf(reason) };
        await call(acceptDifference, given);
        toast(t('books.outside.states.accepted'));
        void reread(keyOf(getComparisons, {}));
      }}
      failed={t('admin.error')}
      onClose={onClose}
    />
  );
}
