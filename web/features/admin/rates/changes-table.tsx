import type { DeckChanges, UseChanges } from '../../../../src/money/decks/changes-contract.ts';
import { callingCodeName } from '../../../lib/calling-codes.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { ShortRow } from '../../../ui/short-row.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Badge, formatPounds } from '../../../ui/values.tsx';

type Counted = 'rows' | 'same' | 'new' | 'dearer' | 'cheaper' | 'gone' | 'other' | 'overlapping' | 'rounded';

/** How many prices there are of each kind. */
export const ChangeCounts = <Kind extends Counted>({
  kinds,
  counts,
}: {
  kinds: readonly Kind[];
  counts: Record<Kind, number>;
}) => (
  <dl className="grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-3">
    {kinds.map((kind) => (
      <div key={kind} className="flex justify-between gap-2">
        <dt className="text-muted">{t(`rates.changes.${kind}`)}</dt>
        <dd className="font-medium">{formatNumber(counts[kind])}</dd>
      </div>
    ))}
  </dl>
);

const TONES = { dearer: 'warning', gone: 'danger', cheaper: 'success', new: 'accent', other: 'neutral' } as const;

type Change = DeckChanges['examples'][number] & Partial<UseChanges['examples'][number]>;

/** Some of the changes of prices, where there are any; with what resellers pay, if that is known. */
export function ChangesTable({ rows }: { rows: readonly Change[] }) {
  if (rows.length === 0) return null;
  const kindOf = ({ kind }: Change) => <Badge tone={TONES[kind]}>{t(`rates.changes.${kind}`)}</Badge>;
  const nameOf = ({ name, prefix }: Change) => name || callingCodeName(`+${prefix}`);
  const resellersPay = ({ resellersBefore: before, resellersAfter: after }: Change) =>
    before !== undefined &&
    after !== undefined &&
    t('admin.settings.fromTo', { before: price(before), after: price(after) });
  const resellers: Column<Change> = { header: t('rates.use.byResellers'), render: resellersPay, align: 'end' };
  return (
    <div className="-mx-5">
      <Table
        caption={t('rates.changes.examples')}
        rows={rows}
        rowKey={({ prefix }) => prefix}
        compact={(row) => (
          <ShortRow
            end={t('admin.settings.fromTo', { before: price(row.before), after: price(row.after) })}
            more={resellersPay(row) && `${resellers.header} ${resellersPay(row)}`}
          >
            {nameOf(row)} <bdi className="text-muted">+{row.prefix}</bdi> {kindOf(row)}
          </ShortRow>
        )}
        columns={[
          { header: t('rates.changes.kind'), render: kindOf },
          { header: t('rates.changes.prefix'), render: ({ prefix }) => <bdi>+{prefix}</bdi> },
          { header: t('rates.changes.name'), render: nameOf },
          { header: t('rates.changes.before'), render: ({ before }) => price(before), align: 'end' },
          { header: t('rates.changes.after'), render: ({ after }) => price(after), align: 'end' },
          ...(rows.some(resellersPay) ? [resellers] : []),
        ]}
      />
    </div>
  );
}

const price = (pounds: string | null): string => (pounds === null ? '–' : formatPounds(pounds));
