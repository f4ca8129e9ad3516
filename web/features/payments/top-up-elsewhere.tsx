import { t } from '../../lib/i18n.ts';
import { useRates } from '../../lib/use-rates.ts';
import { useBrand } from '../../state/brand.ts';
import { useCurrentUser } from '../../state/session.ts';
import { formatPounds } from '../../ui/format-money.ts';

/**
 * Shown instead of a top-up for an order where no coin is offered: what is missing, and whom to ask for it.
 * @param missing pounds
 */
export function TopUpElsewhere({ missing }: { missing: string }) {
  const { id } = useCurrentUser();
  const resold = useRates(id)?.cryptoPayments === false;
  const brand = useBrand();
  return (
    <p className="max-w-64 text-sm text-balance text-muted max-sm:max-w-none max-sm:basis-full">
      {resold
        ? t('billing.orders.askProvider', {
            name: brand?.name ?? t('brand.provider'),
            amount: formatPounds(missing),
          })
        : t('billing.noCoinsHint')}
    </p>
  );
}
