import { NUMBER_COUNTRIES } from '../../../src/services/numbers/catalogue.ts';
import { t } from '../../lib/i18n.ts';
import { useRates } from '../../lib/use-rates.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Table } from '../../ui/table.tsx';

/** What a month of a number costs in the countries that a search names. */
export function NumberPrices({ search }: { search: string }) {
  const { id } = useCurrentUser();
  const prices = useRates(id)?.numbers;
  const wanted = search.toLowerCase();
  const countries = NUMBER_COUNTRIES.filter(
    ({ country, countryCode }) =>
      country.toLowerCase().includes(wanted) || countryCode.toLowerCase() === wanted,
  );
  return (
    <Card title={t('rates.page.numbers')} flush>
      {countries.length === 0 ? (
        <EmptyState title={t('rates.page.none')} />
      ) : (
        <div>
          <Table
            caption={t('rates.page.numbers')}
            rows={countries}
            rowKey={({ countryCode }) => countryCode}
            columns={[
              { key: 'country', header: t('rates.page.country'), render: ({ country }) => country },
              {
                key: 'price',
                header: t('rates.page.month'),
                align: 'end',
                render: ({ countryCode, monthlyPrice }) =>
                  formatPounds(prices?.[countryCode] ?? monthlyPrice),
              },
            ]}
          />
        </div>
      )}
    </Card>
  );
}
