import { t } from '../../lib/i18n.ts';
import type { AuthMode } from '../../lib/auth-mode.ts';

export function Closing({ onChoose }: { onChoose: (mode: AuthMode) => void }) {
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
