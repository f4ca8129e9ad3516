import { useEffect, useState } from 'react';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { getCountryPrices } from '../../../src/resale/rates/contract.ts';
import { call } from '../../lib/call.ts';
import { codedCountries, countryOfBrowser } from '../../lib/calling-codes.ts';
import { t } from '../../lib/i18n.ts';
import { formatPounds } from '../../ui/values.tsx';

type Prices = ResponseOf<typeof getCountryPrices>;

/** What a message, a minute and a number of a country cost whoever registers now. */
export function PriceSearch() {
  const [country, setCountry] = useState(() => countryOfBrowser() ?? '');
  const [read, setRead] = useState<{ country: string; prices: Prices | 'failed' } | null>(null);
  const prices = read?.country === country ? read.prices : null;
  useEffect(() => {
    if (!country) return;
    const controller = new AbortController();
    call(getCountryPrices, { query: { country }, signal: controller.signal })
      .then((answer) => setRead({ country, prices: answer }))
      .catch(() => !controller.signal.aborted && setRead({ country, prices: 'failed' }));
    return () => controller.abort();
  }, [country]);
  return (
    <section aria-labelledby="prices" className="mx-auto max-w-6xl px-4 pt-20 sm:px-6">
      <h2 id="prices" className="text-2xl font-semibold tracking-tight">
        {t('landing.prices.heading')}
      </h2>
      <p className="mt-4 text-lg text-muted">{t('landing.prices.text')}</p>
      <select
        name="country"
        aria-label={t('landing.prices.country')}
        value={country}
        onChange={(event) => setCountry(event.target.value)}
        className="mt-6 h-11 w-full max-w-md rounded-md border border-line-strong bg-surface px-3 text-lg"
      >
        <option value="" disabled>
          {t('landing.prices.choose')}
        </option>
        {codedCountries().map(({ country: code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <div role="status" aria-busy={country !== '' && prices === null} className="mt-6">
        {prices === 'failed' ? <p>{t('ui.loadFailed')}</p> : <PriceCards prices={prices} />}
      </div>
    </section>
  );
}

/** The cards stand there, without prices, before a country is chosen: nothing moves when they come. */
function PriceCards({ prices }: { prices: Prices | null }) {
  const { sms = null, voice = null, number = null } = prices ?? {};
  const shown = { sms: rangeText(sms), voice: rangeText(voice), number: number && formatPounds(number) };
  const missing = prices ? t('landing.prices.none') : '–';
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      {(['sms', 'voice', 'number'] as const).map((service) => (
        <div key={service} className="rounded-lg border border-line bg-surface p-5 shadow-card">
          <dt className="text-muted">{t(`landing.prices.${service}`)}</dt>
          <dd className="mt-1 text-xl font-semibold">{shown[service] ?? missing}</dd>
        </div>
      ))}
    </dl>
  );
}

function rangeText(range: Prices['sms']): string | null {
  if (!range) return null;
  const [least, most] = [formatPounds(range.least), formatPounds(range.most)];
  return least === most ? least : t('landing.prices.range', { least, most });
}
