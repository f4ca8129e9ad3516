import { t } from '../../lib/i18n.ts';
import { useBrandName } from '../../state/brand.ts';

const FIGURES = ['messages', 'countries', 'uptime', 'support'] as const;

export function Statistics() {
  return (
    <section aria-labelledby="statistics" className="border-y border-line bg-surface">
      <h2 id="statistics" className="sr-only">
        {t('landing.statistics.heading', { brand: useBrandName() })}
      </h2>
      <dl className="mx-auto grid max-w-6xl grid-cols-2 px-4 sm:px-6 lg:grid-cols-4">
        {FIGURES.map((figure) => (
          <div
            key={figure}
            className="flex flex-col-reverse border-line py-8 max-lg:even:border-s max-lg:even:ps-6 lg:not-first:border-s lg:not-first:ps-8"
          >
            <dt className="text-base text-muted">{t(`landing.statistics.${figure}`)}</dt>
            <dd className="text-3xl font-semibold tracking-tight">
              {t(`landing.statistics.${figure}Value`)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
