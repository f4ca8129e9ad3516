import { TOP_UP_PRESETS_GBP } from '../../../src/money/payments/catalogue.ts';
import type { CoinOffer } from '../../../src/money/payments/contract.ts';
import { t } from '../../lib/i18n.ts';
import { comparePounds } from '../../lib/pounds.ts';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { wholePounds } from './check-amount.ts';
import type { CreditChoice } from './use-credit-choice.ts';

interface CreditFieldsProps {
  offers: readonly CoinOffer[];
  choice: CreditChoice;
}

/** Asks for the coin and the amount. */
export function CreditFields({ offers, choice }: CreditFieldsProps) {
  const { minimum, chooseAmount } = choice;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <ChoiceGroup
        legend={t('billing.buy.coin')}
        name="coin"
        invalid={choice.missing && !choice.coin}
        value={choice.coin?.id ?? null}
        onChange={choice.chooseCoin}
        choices={offers.map(({ id, name, network, symbol }) => ({
          value: id,
          label: name,
          note: t('billing.buy.coinNote', { symbol, network }),
        }))}
      />
      <ChoiceGroup
        legend={t('billing.buy.amount')}
        name="amount"
        invalid={choice.missing && !choice.amount}
        className="grid-cols-3"
        value={choice.preset}
        onChange={(preset) => chooseAmount({ preset, custom: '' })}
        choices={presets(minimum).map(({ pounds, note }) => ({
          value: pounds,
          label: wholePounds(pounds),
          note: note && t(`billing.buy.${note}`),
        }))}
      />
      <Field label={t('billing.buy.custom')} error={choice.amountError}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          placeholder={t('billing.buy.customPlaceholder', { minimum: wholePounds(minimum) })}
          value={choice.custom}
          onChange={(event) => chooseAmount({ preset: null, custom: event.target.value })}
        />
      </Field>
    </div>
  );
}

/** The presets that may be bought, with the note of the smallest where it is the minimum indeed. */
const presets = (minimum: string) =>
  TOP_UP_PRESETS_GBP.map(({ amount, note }) => ({ pounds: String(amount), note }))
    .filter(({ pounds }) => comparePounds(pounds, minimum) >= 0)
    .map(({ pounds, note }) => ({
      pounds,
      note: note === 'minimum' && comparePounds(pounds, minimum) !== 0 ? null : note,
    }));
