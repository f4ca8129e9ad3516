import type { ComponentProps } from 'react';
import type { CoinId } from '../../../src/money/payments/catalogue.ts';
import type { CoinOffer } from '../../../src/money/payments/contract.ts';
import { t } from '../../lib/i18n.ts';
import { ChoiceGroup } from '../../ui/choice-group.tsx';

type Rest = Omit<ComponentProps<typeof ChoiceGroup<CoinId>>, 'legend' | 'choices'>;

/** One of the coins, each with its network. */
export const CoinChoice = ({ offers, ...rest }: Rest & { offers: readonly CoinOffer[] }) => (
  <ChoiceGroup
    {...rest}
    legend={t('billing.buy.coin')}
    choices={offers.map(({ id, name, network, symbol }) => ({
      value: id,
      label: name,
      note: t('billing.buy.coinNote', { symbol, network }),
    }))}
  />
);
