import {
  type Charge,
  type Prices,
  type Raise,
  raise as raiseSchema,
} from '../../../src/resale/customers/price-contract.ts';
import { ApiError } from '../../lib/call.ts';
import { formatPercent, t } from '../../lib/i18n.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/dialog.tsx';
import { risingText } from '../../ui/rising-prices.tsx';
import { Facts, formatPounds, formatTime } from '../../ui/values.tsx';

/** What prices would raise, where the server refused them for that. */
export const raiseIn = (error: Error): Raise | null =>
  error instanceof ApiError && error.problem?.code === 'prices_rise' ? raiseSchema.parse(error.problem.raise) : null;

interface RaiseQuestionProps extends Pick<ConfirmDialogProps, 'busy' | 'onClose' | 'onConfirm'> {
  raise: Raise;
  decks: Prices['decks'];
  /** The one customer whose prices they are; null: the list's. */
  name: string | null;
}

/** Asks before prices are raised, because customers are told of it at once. */
export function RaiseQuestion({ raise: { customers, holdsFrom, prices }, decks, name, ...dialog }: RaiseQuestionProps) {
  const date = formatTime(holdsFrom);
  const changes = prices.map(({ subject, before, after, announced, dropped }) => {
    const [was, will] = [chargeText(before, { decks, other: after }), chargeText(after, { decks, other: before })];
    const more = [
      announced && t('customers.prices.instead', { price: risingText(announced) }),
      dropped.length > 0 && t('customers.prices.dropped', { destinations: dropped.join(', ') }),
    ];
    return [
      t(`customers.prices.subject.${subject}`),
      <div key={subject} className="wrap-anywhere">
        {t('customers.prices.change', { before: was, after: will })}
        {more.map(
          (text) =>
            text && (
              <p key={text} className="text-sm text-muted">
                {text}
              </p>
            ),
        )}
      </div>,
    ] as const;
  });
  return (
    <ConfirmDialog
      {...dialog}
      open
      title={name === null ? t('customers.prices.raiseTitle') : t('customers.prices.raiseTitleFor', { name })}
      description={
        name === null
          ? t('customers.prices.raiseText', { count: customers, date })
          : t('customers.prices.raiseTextFor', { name, date })
      }
      confirmLabel={t('customers.prices.save')}
      keepLabel={t('customers.transfer.back')}
    >
      <dl className="grid gap-3">
        <Facts of={changes} />
      </dl>
    </ConfirmDialog>
  );
}

/** @param other what it is compared with: single destinations that cost the same there are left out */
function chargeText(
  { from, to, percent, deckId, destinations }: Charge,
  { decks, other }: { decks: Prices['decks']; other: Charge },
): string {
  const known = new Set(other.destinations.map(({ prefix, rate }) => `${prefix} ${rate}`));
  const others = destinations.filter(({ prefix, rate }) => !known.has(`${prefix} ${rate}`));
  const main =
    from !== null && to !== null
      ? [...new Set([from, to])].map((price) => formatPounds(price)).join(' – ')
      : percent !== null
        ? t('rates.rising.share', { percent: formatPercent(percent) })
        : (decks.find(({ id }) => id === deckId)?.name ?? t('customers.prices.by.deck'));
  return [main, ...others.map(({ prefix, rate }) => `+${prefix} ${formatPounds(rate)}`)].join(', ');
}
