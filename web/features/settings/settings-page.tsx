import { t } from '../../lib/i18n.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { ApiKeyCard } from './api-key-card.tsx';
import { LowBalanceCard } from './low-balance-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SpendLimitsCard } from './spend-limits-card.tsx';

/** Account settings at /settings: profile, security, notifications, preferences. */
export function SettingsPage() {
  return (
    <Tabs
      label={t('settings.title')}
      tabs={[
        { id: 'profile', label: t('settings.tabs.profile'), content: <ProfileCard /> },
        {
          id: 'security',
          label: t('settings.tabs.security'),
          content: (
            <div className="flex flex-col gap-5">
              <PasswordCard mismatch={t('settings.password.newMismatch')} />
              <ApiKeyCard />
            </div>
          ),
        },
        { id: 'limits', label: t('limits.title'), content: <SpendLimitsCard /> },
        {
          id: 'notifications',
          label: t('settings.tabs.notifications'),
          content: (
            <div className="flex flex-col gap-5">
              <NotificationsCard />
              <LowBalanceCard />
            </div>
          ),
        },
        { id: 'preferences', label: t('settings.tabs.preferences'), content: <PreferencesCard /> },
      ]}
    />
  );
}
