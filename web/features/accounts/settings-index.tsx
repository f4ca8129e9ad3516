import { t } from '../../lib/i18n.ts';
import { Link } from '../../lib/router.ts';
import { SETTINGS_SUBJECTS } from '../../lib/settings-subjects.ts';
import { buttonClass } from '../../ui/button.tsx';

/** What can be set, by its name: each leads to its place. */
export const SettingsIndex = () => (
  <nav
    aria-label={t('settings.all')}
    className="-mx-1 flex gap-2 px-1 py-1 [scrollbar-width:none] max-sm:overflow-x-auto sm:flex-wrap"
  >
    {SETTINGS_SUBJECTS.map(({ hash, title }) => (
      <Link
        key={hash}
        to="/settings"
        hash={hash}
        className={`shrink-0 ${buttonClass({ variant: 'secondary', size: 'sm' })}`}
      >
        {t(title)}
      </Link>
    ))}
  </nav>
);
