import { useMutation } from '@tanstack/react-query';
import { type ReactNode, use, useState } from 'react';
import { Link, useLocation, useNavigate } from '../../lib/router.ts';
import { t, currentLanguage } from '../../lib/i18n.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { SupportLinks } from '../../ui/support-links.tsx';
import { useRead } from '../../lib/reads.ts';
import { getLimits } from '../../../src/accounts/limits/contract.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { DownloadLink } from '../../ui/download-link.tsx';
import { May } from '../../ui/may.ts';
import { ClosedDestinations } from '../../ui/closed-destinations.tsx';
import { LimitState } from '../../ui/limit-state.tsx';
import { SpendUse } from '../../ui/spend-use.tsx';
import { StoppedDestinations } from '../../ui/stopped-destinations.tsx';
import { Card, ReadFrame } from '../../ui/frames.tsx';
import { SETTINGS_SUBJECTS } from '../../lib/settings-subjects.ts';
import { choose } from '../../state/account-language.ts';
import { THEMES } from '../../state/theme-choice.ts';
import { useTheme } from '../../state/theme.ts';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { Field, Select, Switch } from '../../ui/field.tsx';
import { LanguageOptions } from '../../ui/language-select.tsx';
import { updateUser } from '../../../src/accounts/profile/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { toastFailure } from '../../ui/toast.tsx';
import { UNDO_CLOSING_DAYS } from '../../../src/platform/mail/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Subject } from '../../ui/subject.tsx';
import { LowBalanceCard } from './limits/low-balance-card.tsx';
import { NotificationsCard } from './profile/notifications-card.tsx';
import { OtherAccounts, PeopleActivity, PeopleCard } from './people/people-card.tsx';
import { ProfileCard } from './profile/profile-card.tsx';
import { SettingsIndex } from '../../ui/settings-index.tsx';
import { SpendLimitsForm } from './limits/spend-limits-form.tsx';
import { ApiKeysCard } from './keys/api-keys-card.tsx';
import { PasswordCard } from './security/password-card.tsx';
import { SecondFactorCard } from './security/second-factor-card.tsx';
import { SessionsCard } from './security/sessions-card.tsx';
import { CloseAccountDialog } from './profile/close-account-dialog.tsx';

/** What decides who may act as this account, and how much may be spent. */
const OF_SECURITY = [
  ['password', () => <PasswordCard mismatch={t('settings.password.newMismatch')} />],
  ['second-factor', SecondFactorCard],
  ['sessions', SessionsCard],
  ['api-keys', ApiKeysCard],
  ['data', DataCard],
  ['limits', SpendLimitsCard],
] as const;

const PLACES = SETTINGS_SUBJECTS.filter(({ tab }) => tab === 'security').map(
  ({ hash, title }) => ({ title, to: '/settings', hash }) as const,
);

/** Account settings at /settings: profile, security, notifications, preferences. The hash names the tab, or a subject in it. */
export function SettingsPage() {
  const { hash } = useLocation();
  const shown = SETTINGS_SUBJECTS.find((subject) => subject.hash === hash)?.tab ?? hash;
  const navigate = useNavigate();
  const may = use(May);
  const person = useSession((session) => session.person);
  const tab = (id: 'profile' | 'security' | 'notifications' | 'preferences', cards: ReactNode) => ({
    id,
    label: t(`settings.tabs.${id}`),
    content: <div className="flex flex-col gap-5">{cards}</div>,
  });
  const people = (
    <Subject id="people">
      <div className="flex flex-col gap-5">
        <PeopleCard />
        {!person && <PeopleActivity />}
      </div>
    </Subject>
  );
  const ofRole = [
    tab(
      'security',
      <>
        {people}
        {may('createApiKey') && <ApiKeysCard />}
      </>,
    ),
    ...(may('setLowBalanceLevel') ? [tab('notifications', <LowBalanceCard />)] : []),
    tab('preferences', <PreferencesCard />),
  ];
  const ofOwner = [
    tab('profile', <ProfileCard />),
    tab(
      'security',
      <>
        <SettingsIndex places={PLACES} />
        {people}
        <OtherAccounts />
        {OF_SECURITY.map(([id, Content]) => (
          <Subject key={id} id={id}>
            <Content />
          </Subject>
        ))}
      </>,
    ),
    tab(
      'notifications',
      <>
        <Subject id="low-balance">
          <LowBalanceCard />
        </Subject>
        <NotificationsCard />
      </>,
    ),
    tab(
      'preferences',
      <>
        <PreferencesCard />
        <SendingCard />
      </>,
    ),
  ];
  const tabs = person ? ofRole : ofOwner;
  return (
    <>
      <Tabs
        label={t('settings.title')}
        value={tabs.some(({ id }) => id === shown) ? shown : (tabs[0]?.id ?? '')}
        onChange={(tab) => void navigate({ to: '/settings', hash: tab, replace: true })}
        tabs={tabs}
      />
      <SupportLinks className="mt-6 text-sm text-muted" />
    </>
  );
}

/** Account Settings inside the dashboard: its three cards. Everything else is on the page of the same name. */
export function SettingsSection() {
  const person = useSession((session) => session.person);
  if (person) return <SettingsPage />;
  return (
    <div className="flex flex-col gap-5">
      <Link to="/settings" className="self-start font-medium text-accent underline">
        {t('settings.all')}
      </Link>
      <ProfileCard />
      <PasswordCard title={t('settings.password.securityTitle')} mismatch={t('settings.password.mismatch')} />
      <NotificationsCard />
    </div>
  );
}

/** The most that messages and calls may cost in a day, and how much of it is used. */
function SpendLimitsCard() {
  const { id } = useCurrentUser();
  const read = useRead(getLimits, { id });
  return (
    <Card title={t('limits.title')} description={t('limits.description')}>
      <ReadFrame read={read}>
        {(limits) => (
          <div className="flex max-w-xl flex-col gap-6">
            <LimitState limits={limits} />
            <StoppedDestinations userId={id} limits={limits} />
            <SpendUse limits={limits} />
            <SpendLimitsForm userId={id} limits={limits} />
            <ClosedDestinations limits={limits} />
          </div>
        )}
      </ReadFrame>
    </Card>
  );
}

/** The language, which goes with the account, and the theme, which the browser keeps. */
function PreferencesCard() {
  const { theme, setTheme } = useTheme();
  return (
    <Card title={t('settings.preferences.title')} description={t('settings.preferences.description')}>
      <div className="flex max-w-xl flex-col gap-5">
        <Field label={t('app.language')}>
          <Select value={currentLanguage()} onChange={(event) => void choose(event.target.value)}>
            <LanguageOptions />
          </Select>
        </Field>
        <ChoiceGroup
          legend={t('settings.preferences.theme')}
          name="theme"
          className="grid-cols-3"
          value={theme}
          onChange={setTheme}
          choices={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
      </div>
    </Card>
  );
}

/** How messages of this account are written. */
function SendingCard() {
  const { id, cheaperSpelling } = useCurrentUser();
  const showSaved = useSession((session) => session.showSaved);
  const save = useMutation({
    mutationFn: (wanted: boolean) => call(updateUser, { params: { id }, body: { cheaperSpelling: wanted } }),
    onSuccess: showSaved,
    onError: (error) => toastFailure(t('settings.error'), messageOf(error, '')),
  });
  return (
    <Card title={t('sections.sms.title')}>
      <Switch
        label={t('spelling.setting')}
        description={t('spelling.settingText')}
        checked={save.isPending ? save.variables : cheaperSpelling}
        onChange={save.mutate}
      />
    </Card>
  );
}

/** A file of all data about the account's owner, and the way to close the account. */
function DataCard() {
  const [closing, setClosing] = useState(false);
  return (
    <Card title={t('settings.data.title')} description={t('settings.data.text')}>
      <div className="flex flex-col items-start gap-4">
        <DownloadLink href="/api/auth/export">{t('settings.data.download')}</DownloadLink>
        <p className="text-muted">{t('settings.data.closeText', { days: UNDO_CLOSING_DAYS })}</p>
        <Button variant="danger" onClick={() => setClosing(true)}>
          {t('settings.data.close')}
        </Button>
      </div>
      {closing && <CloseAccountDialog onClose={() => setClosing(false)} />}
    </Card>
  );
}
