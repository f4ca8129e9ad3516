import { Bitcoin, Globe, MessageSquareText, Phone } from '../../ui/icons.tsx';
import { t, type TextValues } from '../../lib/i18n.ts';
import { useBrand, useLowestPrices } from '../../state/brand.ts';
import { SMS_RATES_GBP } from '../../../src/shared/sms-rates.ts';
import { RESELLER_VOICE_RATE_GBP } from '../../../src/shared/voice-rates.ts';
import { formatPounds } from '../../ui/format-money.ts';

const FEATURES = [
  { id: 'sms', Icon: MessageSquareText },
  { id: 'voice', Icon: Phone },
  { id: 'numbers', Icon: Globe },
  { id: 'crypto', Icon: Bitcoin },
] as const;

/** The figures in their texts: what the services cost at least. */
const figures = (
  from: ReturnType<typeof useLowestPrices>,
): Partial<Record<(typeof FEATURES)[number]['id'], TextValues>> => ({
  sms: { rate: formatPounds(from?.sms ?? SMS_RATES_GBP.reseller) },
  voice: { rate: formatPounds(from?.voice ?? RESELLER_VOICE_RATE_GBP) },
});

/** On a reseller's host name our prices are not theirs, and coins are offered where they allow it. */
export function Features() {
  const brand = useBrand();
  const from = useLowestPrices();
  const shown = FEATURES.filter(({ id }) => id !== 'crypto' || (brand?.cryptoPayments ?? true));
  return (
    <section aria-labelledby="features" className="mx-auto max-w-6xl px-4 py-20 sm:px-6 lg:py-28">
      <p className="font-medium text-accent">{t('landing.features.eyebrow')}</p>
      <h2 id="features" className="mt-3 max-w-2xl text-2xl font-semibold tracking-tight sm:text-3xl">
        {t('landing.features.heading')}
      </h2>
      <p className="mt-4 max-w-2xl text-lg text-muted">{t('landing.features.text')}</p>
      <ul className={`mt-12 grid gap-5 ${shown.length % 2 ? 'md:grid-cols-3' : 'sm:grid-cols-2'}`}>
        {shown.map(({ id, Icon }) => (
          <li
            key={id}
            className="flex flex-col rounded-lg border border-line bg-surface p-6 shadow-card sm:p-8"
          >
            <span className="flex size-11 items-center justify-center rounded-md bg-accent-soft text-accent">
              <Icon aria-hidden className="size-5" />
            </span>
            <h3 className="mt-5 text-xl font-semibold">{t(`landing.features.${id}.title`)}</h3>
            <p className="mt-2 mb-6 text-lg text-pretty text-muted">{t(`landing.features.${id}.text`)}</p>
            {!brand && (
              <p className="mt-auto border-t border-line pt-4 font-medium">
                {t(`landing.features.${id}.fact`, figures(from)[id])}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
