import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { PriceForm } from './price-form.tsx';

/** The prices for all customers. */
export const PricesTab = () => (
  <Card title={t('customers.prices.title')} description={t('customers.prices.text')}>
    <PriceForm />
  </Card>
);
