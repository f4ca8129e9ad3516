import type { Campaign } from '../../../../src/services/campaigns/contract.ts';
import { formatNumber } from '../../../lib/i18n.ts';
import { useSmsPrice } from '../../../lib/use-sms-price.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { formatPounds } from '../../../ui/values.tsx';

/** So many different prices fit beside a button. */
const MOST_PRICES = 3;

/** What a campaign costs by its first text, as far as that is known, and of how many SMS at which prices that consists. */
export function useCampaignPrice({ senderId, texts, lists, againOf }: Priced) {
  const priced = useSmsPrice(useCurrentUser(), {
    ...{ senderId, message: texts[0] ?? '', numbers: [], personal: null },
    contacts: againOf ? null : { lists, search: '' },
  });
  const isKnown = priced.exact !== undefined && texts[0] !== '';
  const prices = priced.quote?.destinations ?? [{ rate: priced.rate, cost: priced.price }];
  const sold = prices.filter(({ rate }) => isKnown && Number(rate) > 0);
  const each = sold.map(
    ({ rate, cost }) => `${formatNumber(Math.round(+cost / Number(rate)))} × ${formatPounds(rate ?? 0)}`,
  );
  return {
    ...priced,
    estimate: isKnown ? formatPounds(priced.price) : null,
    each: each.length > MOST_PRICES ? `${each.slice(0, MOST_PRICES).join(' + ')} + …` : each.join(' + '),
  };
}

type Priced = Pick<Campaign, 'senderId' | 'texts' | 'lists'> & { againOf: string | null | undefined };
