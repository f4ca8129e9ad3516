import { PRICED_SUBJECTS, type PricedSubject } from '../../../db/enums.ts';
import { ANNOUNCED_HOURS } from '../../../src/money/decks/contract.ts';
import { HOUR_MS } from '../../../src/platform/kit/durations.ts';
import type { BodyOf } from '../../../src/platform/kit/endpoint.ts';
import type { setPriceList } from '../../../src/resale/customers/contract.ts';
import type { Prices } from '../../../src/resale/customers/price-contract.ts';
import { formatPercent, t } from '../../lib/i18n.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/dialog.tsx';
import { Facts, formatPounds, formatTime } from '../../ui/values.tsx';

export type TypedPrices = BodyOf<typeof setPriceList>;

const FIELDS = {
  sms: ['sms', 'smsPercent', 'smsDeckId', 'smsDestinations'],
  voice: ['voice', 'voicePercent', 'voiceDeckId', 'voiceDestinations'],
  number: ['numberPrice', 'numberPercent'],
  trunk: ['trunkPercent'],
} as const;

/** What of a list holds now. */
export const heldOf = ({ held, own }: Prices): TypedPrices => held ?? own;

/** What a list says of one subject. */
export const partOf = (list: TypedPrices, subject: PricedSubject) =>
  Object.fromEntries(FIELDS[subject].map((field) => [field, list[field] ?? null]));

function entryOf(list: TypedPrices, subject: PricedSubject) {
  const price = subject === 'trunk' ? null : list[subject === 'number' ? 'numberPrice' : subject];
  const isRated = subject === 'sms' || subject === 'voice';
  const byDestination = isRated && (list[`${subject}DeckId`] || list[`${subject}Destinations`].length > 0);
  return { price, percent: list[`${subject}Percent`], byDestination };
}

/** The subjects whose price may rise: what cannot be compared here, as a price and a share, counts as well. */
export const risesIn = (typed: TypedPrices, prices: Prices, isList: boolean): PricedSubject[] =>
  PRICED_SUBJECTS.filter((subject) => {
    const [next = '', ...known] = [typed, prices.own, heldOf(prices)].map((list) =>
      JSON.stringify(partOf(list, subject)),
    );
    const [now, will] = [entryOf(heldOf(prices), subject), entryOf(typed, subject)];
    if (known.includes(next)) return false;
    if (now.byDestination || will.byDestination) return true;
    if (will.price) return Number(will.price) > Number(chargedFor(prices, subject) ?? now.price ?? 0);
    // A customer's empty field means the reseller's list, which is not known here.
    const share = now.percent ?? (isList ? 100 : 0);
    return (will.percent ?? (isList ? 100 : Infinity)) > (now.price ? 0 : share);
  });

/** What is charged now, where that is one price, or the lowest of numbers. */
function chargedFor({ effective, byDestination }: Prices, subject: PricedSubject): string | null {
  if (subject === 'number') return effective.numbersFrom;
  return subject === 'trunk' || byDestination[subject] ? null : effective[subject];
}

function priceText(list: TypedPrices, subject: PricedSubject): string {
  const { price, percent, byDestination } = entryOf(list, subject);
  if (byDestination) return t('rates.own.destinations');
  if (price) return formatPounds(price);
  return percent ? t('rates.rising.share', { percent: formatPercent(percent) }) : t('customers.prices.unset');
}

interface RaiseQuestionProps extends Pick<ConfirmDialogProps, 'busy' | 'onClose' | 'onConfirm'> {
  typed: TypedPrices;
  prices: Prices;
  rising: readonly PricedSubject[];
}

/** Asks before prices are raised, because customers are told of it at once. */
export function RaiseQuestion({ typed, prices, rising, ...dialog }: RaiseQuestionProps) {
  const changes = rising.map((subject) => {
    const now = subject === 'number' ? null : chargedFor(prices, subject);
    const before = now === null ? priceText(heldOf(prices), subject) : formatPounds(now);
    const change = t('customers.prices.change', { before, after: priceText(typed, subject) });
    return [t(`customers.prices.subject.${subject}`), change] as const;
  });
  const date = formatTime(new Date(Date.now() + ANNOUNCED_HOURS * HOUR_MS).toISOString());
  return (
    <ConfirmDialog
      {...dialog}
      open
      title={t('customers.prices.raiseTitle')}
      description={t('customers.prices.raiseText', { date })}
      confirmLabel={t('customers.prices.save')}
      keepLabel={t('customers.transfer.back')}
    >
      <dl className="grid gap-3">
        <Facts of={changes} />
      </dl>
    </ConfirmDialog>
  );
}
