import { t, type TextKey } from '../lib/i18n.ts';
import { Link, type LinkProps } from '../lib/router.ts';
import { buttonClass } from './button.tsx';

type Place = Pick<LinkProps, 'to' | 'hash' | 'search'> & {
  title: TextKey;
  /** Goes there where the address is that one already. */
  onClick?: () => void;
};

/** So many stand in a few lines of a telephone; more of them in one that is scrolled. */
const FEW = 7;

/** What can be set on a page, by its name: each leads to its place. */
export const SettingsIndex = ({ places }: { places: readonly Place[] }) => (
  <nav
    aria-label={t('settings.all')}
    className={`-mx-1 flex gap-2 px-1 py-1 sm:flex-wrap ${places.length > FEW ? 'more-to-come [scrollbar-width:none] max-sm:overflow-x-auto' : 'flex-wrap'}`}
  >
    {places.map(({ title, ...place }) => (
      <Link key={title} {...place} className={`shrink-0 ${buttonClass({ variant: 'secondary', size: 'sm' })}`}>
        {t(title)}
      </Link>
    ))}
  </nav>
);
