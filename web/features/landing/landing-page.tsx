import { SMS_RATES_GBP } from '../../../src/shared/sms-rates.ts';
import { STANDARD_VOICE_RATE_GBP } from '../../../src/shared/voice-rates.ts';
import type { PageName } from '../../../src/shared/page-names.ts';
import type { AuthMode } from '../../lib/auth-mode.ts';
import { t, type TextValues } from '../../lib/i18n.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { useBrand, useBrandName, usePrices, useTrialCredit } from '../../state/brand.ts';
import { Button } from '../../ui/button.tsx';
import { formatPounds } from '../../ui/values.tsx';
import {
  ArrowRight,
  Bitcoin,
  Globe,
  MessageSquareText,
  Phone,
  Activity,
  Headset,
  LockKeyhole,
} from '../../ui/icons.tsx';
import { LanguageSelect } from '../../ui/language-select.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { SupportLinks } from '../../ui/support-links.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { ApiLines } from './api-lines.tsx';
import { LandingHeader } from './landing-header.tsx';
import { PriceSearch } from './price-search.tsx';

function Statistics() {
  return (
    <section aria-labelledby="statistics" className="border-y border-line bg-surface">
      <h2 id="statistics" className="sr-only">
        {t('landing.statistics.heading', { brand: useBrandName() })}
      </h2>
      <dl className="mx-auto grid max-w-6xl grid-cols-2 px-4 sm:px-6 lg:grid-cols-4">
        {(['messages', 'countries', 'uptime', 'support'] as const).map((figure) => (
          <div
            key={figure}
            className="flex flex-col-reverse border-line py-8 max-lg:even:border-s max-lg:even:ps-6 lg:not-first:border-s lg:not-first:ps-8"
          >
            <dt className="text-base text-muted">{t(`landing.statistics.${figure}`)}</dt>
            <dd className="text-3xl font-semibold tracking-tight">{t(`landing.statistics.${figure}Value`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const FEATURES = [
  { id: 'sms', Icon: MessageSquareText },
  { id: 'voice', Icon: Phone },
  { id: 'numbers', Icon: Globe },
  { id: 'crypto', Icon: Bitcoin },
] as const;

/** The figures in their texts: what the services cost whoever registers now. */
const figures = (
  prices: ReturnType<typeof usePrices>,
): Partial<Record<(typeof FEATURES)[number]['id'], TextValues>> => ({
  sms: { rate: formatPounds(prices?.standard.sms ?? SMS_RATES_GBP.standard) },
  voice: { rate: formatPounds(prices?.standard.voice ?? STANDARD_VOICE_RATE_GBP) },
});

/** On a reseller's host name our prices are not theirs, and coins are offered where they allow it. */
function Features() {
  const brand = useBrand();
  const prices = usePrices();
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
          <li key={id} className="flex flex-col rounded-lg border border-line bg-surface p-6 shadow-card sm:p-8">
            <span className="flex size-11 items-center justify-center rounded-md bg-accent-soft text-accent">
              <Icon aria-hidden className="size-5" />
            </span>
            <h3 className="mt-5 text-xl font-semibold">{t(`landing.features.${id}.title`)}</h3>
            <p className="mt-2 mb-6 text-lg text-pretty text-muted">{t(`landing.features.${id}.text`)}</p>
            {!brand && (
              <p className="mt-auto border-t border-line pt-4 font-medium">
                {t(`landing.features.${id}.fact`, figures(prices)[id])}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LandingPageProps {
  onChoose: (mode: AuthMode | 'demo') => void;
  /** The operator's pages that the built drawing leads to. */
  pages?: readonly PageName[];
}

/** The public page. Every call to action asks for the authentication dialog. */
export function LandingPage({ onChoose, pages }: LandingPageProps) {
  const brand = useBrand();
  useDocumentTitle(null);
  return (
    <>
      <LandingHeader onChoose={onChoose} />
      <main className="overflow-x-clip">
        <Hero onChoose={onChoose} />
        <Statistics />
        {!brand && <PriceSearch />}
        <Features />
        <ApiLines />
        <Trust />
        <Closing onChoose={onChoose} />
      </main>
      <LandingFooter pages={pages} />
    </>
  );
}

function Closing({ onChoose }: { onChoose: (mode: AuthMode) => void }) {
  return (
    <section aria-labelledby="closing" className="mx-auto max-w-6xl px-4 py-20 sm:px-6 lg:py-28">
      <div className="relative overflow-hidden rounded-lg border border-accent bg-accent px-6 py-12 text-on-accent dark:border-line dark:bg-accent-soft dark:text-ink sm:px-12 sm:py-16">
        <svg
          viewBox="0 0 400 400"
          aria-hidden
          fill="none"
          className="absolute -end-24 top-1/2 hidden h-[180%] -translate-y-1/2 sm:block"
        >
          {[70, 110, 150, 190].map((radius) => (
            <circle key={radius} cx="200" cy="200" r={radius} stroke="currentColor" strokeOpacity="0.22" />
          ))}
        </svg>
        <h2 id="closing" className="relative max-w-xl text-2xl font-semibold tracking-tight sm:text-3xl">
          {t('landing.closing.heading')}
        </h2>
        <p className="relative mt-4 max-w-xl text-lg">{t('landing.closing.text')}</p>
        <button
          type="button"
          onClick={() => onChoose('register')}
          className="relative mt-8 inline-flex h-11 items-center rounded-md bg-on-accent px-5 text-lg font-medium text-accent transition-opacity hover:opacity-90 focus-visible:outline-current dark:bg-accent dark:text-on-accent"
        >
          {t('landing.closing.sales')}
        </button>
      </div>
    </section>
  );
}

/** The demonstration's dashboard, as `bun run pictures product` takes it. Of the two, the one of the other theme is not loaded. */
const ProductPicture = () =>
  (['light', 'dark'] as const).map((look) => (
    <img
      key={look}
      src={`/pictures/product-${look}.webp`}
      alt={t('landing.picture')}
      width={860}
      height={900}
      loading="lazy"
      className={`h-auto w-full rounded-lg border border-line shadow-raised ${look === 'light' ? 'dark:hidden' : 'hidden dark:block'}`}
    />
  ));

function Hero({ onChoose }: Pick<LandingPageProps, 'onChoose'>) {
  const brand = useBrand();
  const coins = brand?.cryptoPayments ?? true;
  const trial = useTrialCredit();
  return (
    <section className="relative">
      <div className="mx-auto grid max-w-6xl items-center gap-14 px-4 pt-14 pb-20 sm:px-6 lg:grid-cols-[1.05fr_1fr] lg:gap-10 lg:pt-24 lg:pb-28">
        <div className="min-w-0">
          <p className="text-base font-medium text-accent">
            {t(brand ? 'landing.resold.eyebrow' : 'landing.hero.eyebrow')}
          </p>
          <h1 className="mt-4 text-3xl font-semibold tracking-tight sm:text-4xl sm:tracking-[-0.03em]">
            {t('landing.hero.heading')}
          </h1>
          <p className="mt-5 max-w-xl text-lg text-pretty text-muted">
            {t(coins ? 'landing.hero.text' : 'landing.resold.text')}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button size="lg" onClick={() => onChoose('register')}>
              {t('landing.hero.trial')}
              <ArrowRight aria-hidden className="size-4" />
            </Button>
            <Button size="lg" variant="secondary" onClick={() => onChoose(brand ? 'login' : 'demo')}>
              {t('landing.hero.demo')}
            </Button>
          </div>
          <p className="mt-5 text-sm text-muted">
            {trial === null ? t('landing.hero.note') : t('landing.hero.trialNote', { amount: formatPounds(trial) })}
          </p>
        </div>
        <ProductPicture />
      </div>
    </section>
  );
}

function LandingFooter({ pages }: Pick<LandingPageProps, 'pages'>) {
  const brand = useBrandName();
  const resold = useBrand() !== null;
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-10 sm:px-6">
        <div>
          <Wordmark />
          <p className="mt-2 text-muted">{t(resold ? 'landing.resold.tagline' : 'landing.footer.tagline')}</p>
        </div>
        <SupportLinks className="text-muted" />
        <LanguageSelect />
        <PageLinks drawn={pages} />
        <p className="text-muted">{t('landing.footer.rights', { year: String(new Date().getFullYear()), brand })}</p>
      </div>
    </footer>
  );
}

const REASONS = [
  { id: 'security', Icon: LockKeyhole },
  { id: 'uptime', Icon: Activity },
  { id: 'support', Icon: Headset },
] as const;

function Trust() {
  return (
    <section aria-labelledby="trust" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6">
        <h2 id="trust" className="text-2xl font-semibold tracking-tight">
          {t('landing.trust.heading')}
        </h2>
        <ul className="mt-10 grid gap-10 md:grid-cols-3">
          {REASONS.map(({ id, Icon }) => (
            <li key={id} className="border-t-2 border-accent pt-6">
              <h3 className="flex items-center gap-2.5 text-lg font-semibold">
                <Icon aria-hidden className="size-5 text-accent" />
                {t(`landing.trust.${id}.title`)}
              </h3>
              <p className="mt-2 text-lg text-pretty text-muted">{t(`landing.trust.${id}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
