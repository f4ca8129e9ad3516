import { ArrowRight } from '../../ui/icons.tsx';
import { t } from '../../lib/i18n.ts';
import { useBrand, useTrialCredit } from '../../state/brand.ts';
import { Button } from '../../ui/button.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { HeroPreview } from './hero-preview.tsx';
import type { AuthMode } from '../../lib/auth-mode.ts';

export function Hero({ onChoose }: { onChoose: (mode: AuthMode) => void }) {
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
              <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
            </Button>
            <Button size="lg" variant="secondary" onClick={() => onChoose('login')}>
              {t('landing.hero.demo')}
            </Button>
          </div>
          <p className="mt-5 text-sm text-muted">
            {trial === null
              ? t('landing.hero.note')
              : t('landing.hero.trialNote', { amount: formatPounds(trial) })}
          </p>
        </div>
        <HeroPreview coins={coins} />
      </div>
    </section>
  );
}
