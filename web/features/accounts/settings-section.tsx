import { useSession } from '../../state/session.ts';
import { t } from '../../lib/i18n.ts';
import { NotificationsCard } from './profile/notifications-card.tsx';
import { PasswordCard } from './security/password-card.tsx';
import { SettingsIndex } from './settings-index.tsx';
import { SettingsPage } from './settings-page.tsx';
import { ProfileCard } from './profile/profile-card.tsx';

/**
 * Account Settings inside the dashboard: its three cards. Everything else is on the page of the same name.
 */
export function SettingsSection() {
  const person = useSession((session) => session.person);
  if (person) return <SettingsPage />;
  return (
    <div className="flex flex-col gap-5">
      <SettingsIndex />
      <ProfileCard title={t('settings.profile.accountTitle')} />
      <PasswordCard title={t('settings.password.securityTitle')} mismatch={t('settings.password.mismatch')} />
      <NotificationsCard />
    </div>
  );
}
