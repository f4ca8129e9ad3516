import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/field.tsx';

const KINDS = ['email', 'sms', 'marketing'] as const;
type NotificationSettings = Record<(typeof KINDS)[number], boolean>;

/** The notices that a person wants. Stored in this browser only; no request is made. */
const useNotificationSettings = create<NotificationSettings>()(
  persist<NotificationSettings>(() => ({ email: true, sms: false, marketing: true }), {
    name: 'topline-notifications',
  }),
);

/** Which notices to get; kept in the browser. */
export function NotificationsCard() {
  const settings = useNotificationSettings();
  return (
    <Card title={t('settings.notifications.title')} description={t('settings.notifications.description')}>
      <div className="flex max-w-xl flex-col gap-4">
        {KINDS.map((kind) => (
          <Switch
            key={kind}
            label={t(`settings.notifications.${kind}`)}
            description={t(`settings.notifications.${kind}Hint`)}
            checked={settings[kind]}
            onChange={(wanted) => useNotificationSettings.setState({ [kind]: wanted })}
          />
        ))}
      </div>
    </Card>
  );
}
