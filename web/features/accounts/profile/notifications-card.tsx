import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { t } from '../../../lib/i18n.ts';
import { Link } from '../../../lib/router.ts';
import { Card } from '../../../ui/frames.tsx';
import { Switch } from '../../../ui/field.tsx';

const KINDS = ['email', 'sms', 'marketing'] as const;
/** Where one decides which mails and calls of webhooks come. */
const PLACES = [
  { title: 'settings.lowBalance.title', to: '/settings', hash: 'low-balance' },
  { title: 'webhooks.title', to: '/dashboard', search: { section: 'api' }, hash: 'webhooks' },
  { title: 'sections.did.label', to: '/dashboard', search: { section: 'did' } },
] as const;

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
      <h3 className="font-semibold">{t('settings.notifications.deciding')}</h3>
      <ul className="mt-1 mb-5 flex flex-wrap gap-x-5 gap-y-2">
        {PLACES.map(({ title, ...place }) => (
          <li key={title}>
            <Link {...place} className="text-accent underline">
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
      <div role="group" aria-labelledby="browser-only" className="flex max-w-xl flex-col gap-4">
        <h3 id="browser-only" className="font-semibold">
          {t('settings.notifications.browserOnly')}
        </h3>
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
