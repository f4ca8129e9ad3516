import type { ReactNode } from 'react';
import { countryName } from '../../lib/country-name.ts';
import { t } from '../../lib/i18n.ts';
import { useNumberCountries } from '../../lib/use-number-countries.ts';
import { useRates } from '../../lib/use-rates.ts';
import { useCurrentUser } from '../../state/session.ts';
import { formatPounds } from '../../ui/values.tsx';
import { Table } from '../../ui/table.tsx';
import { countryPart, filterCountries } from '../../lib/filter-countries.ts';
import { FirstRows } from '../../ui/first-rows.tsx';
import { SoonPrice } from '../../ui/soon-price.tsx';

/** Shows the price of a month of a number in the countries that a search names, or that a number is of. */
export function NumberPrices({ search, nothing }: { search: string; nothing: ReactNode }) {
  const { id } = useCurrentUser();
  const rates = useRates(id);
  const countries = filterCountries(useNumberCountries(), {
    ...{ search: countryPart(search), region: 'all', sort: 'byName' },
  });
  if (countries.length === 0) return nothing;
  return (
    <div className="-mx-5">
      {rates && (
        <p className="px-5 pb-3">
          {Number(rates.received) === 0
            ? t('rates.page.receivedFree')
            : t('rates.page.received', { price: formatPounds(rates.received) })}
          <SoonPrice soon={rates.receivedSoon} />
        </p>
      )}
      <FirstRows rows={countries}>
        {(shown) => (
          <Table
            caption={t('rates.page.numbers')}
            rows={shown}
            rowKey={({ countryCode }) => countryCode}
            columns={[
              { header: t('rates.page.country'), render: countryName },
              {
                header: t('rates.page.month'),
                align: 'end',
                render: ({ countryCode: code }) => {
                  const price = rates?.numbers[code];
                  return price ? [formatPounds(price), <SoonPrice key={code} soon={rates?.numbersSoon[code]} />] : '–';
                },
              },
            ]}
          />
        )}
      </FirstRows>
    </div>
  );
}
