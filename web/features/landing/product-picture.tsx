import { t } from '../../lib/i18n.ts';

/** The demonstration's dashboard, as `bun run pictures product` takes it. Of the two, the one of the other theme is not loaded. */
export const ProductPicture = () =>
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
