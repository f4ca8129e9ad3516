import { Handshake } from '../../ui/icons.tsx';
import { t } from '../../lib/i18n.ts';
import { useBrand } from '../../state/brand.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SupportLinks } from '../../ui/support-links.tsx';

/** Stands in place of buying credit where it comes from the reseller. */
export function TopUpByReseller() {
  const brand = useBrand();
  const name = brand?.name ?? t('brand.provider');
  return (
    <Card>
      <EmptyState
        icon={<Handshake aria-hidden className="size-5" />}
        title={t('brand.topUpTitle', { name })}
        description={t('brand.topUpText', { name })}
        action={<SupportLinks className="justify-center text-sm" />}
      />
    </Card>
  );
}
