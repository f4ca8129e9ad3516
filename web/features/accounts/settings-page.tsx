import { useLocation, useNavigate } from '../../lib/router.ts';
import { t } from '../../lib/i18n.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { SupportLinks } from '../../ui/support-links.tsx';
import { LowBalanceCard } from './limits/low-balance-card.tsx';
import { NotificationsCard } from './profile/notifications-card.tsx';
import { PreferencesCard } from './profile/preferences-card.tsx';
import { ProfileCard } from './profile/profile-card.tsx';
import { SendingCard } from './profile/sending-card.tsx';
import { SecurityPanel } from './security/security-panel.tsx';
import { SpendLimitsCard } from './limits/spend-limits-card.tsx';

/** Account settings at /settings: profile, security, notifications, preferences. The hash names the tab. */
export function SettingsPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const tabs = [
    { id: 'profile', label: t('settings.tabs.profile'), content: <ProfileCard /> },
    {
      id: 'security',
      label: t('settings.tabs.security'),
      content: (
        <div className="flex flex-col gap-5">
          <SecurityPanel />
          <SpendLimitsCard />
        </div>
      ),
    },
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
    {
      id: 'preferences',
      label: t('settings.tabs.preferences'),
      content: (
        <div className="flex flex-col gap-5">
          <PreferencesCard />
          <SendingCard />
        </div>
      ),
    },
  ];
  return (
    <>
      <Tabs
        label={t('settings.title')}
        value={tabs.some(({ id }) => id === hash) ? hash : 'profile'}
        onChange={(tab) => void navigate({ to: '/settings', hash: tab, replace: true })}
        tabs={tabs}
      />
      <SupportLinks className="mt-6 text-sm text-muted" />
    </>
  );
}
