import { use } from 'react';
import { SETTING_NAMES } from '../../db/enums.ts';
import { TAB_ENDPOINTS } from '../features/admin/tab-endpoints.ts';
import { ADMIN_TABS } from '../lib/admin-tabs.ts';
import { isTextKey, t, type TextKey } from '../lib/i18n.ts';
import { SETTINGS_SUBJECTS } from '../lib/settings-subjects.ts';
import { useMay } from '../lib/use-may.ts';
import { useSession } from '../state/session.ts';
import { useTheme } from '../state/theme.ts';
import { THEMES } from '../state/theme-choice.ts';
import { CircleX, FileText, KeyRound, LogOut, PhoneCall, Plus, Send, SunMoon, UserPlus } from '../ui/icons.tsx';
import { May } from '../ui/may.ts';
import { type Entry, useFindings } from './palette-findings.ts';
import { addressOf, type SectionId } from './section-ids.ts';
import { ICONS, useSections } from './sections.ts';

interface Act extends Pick<Entry, 'id' | 'icon' | 'to'> {
  label: readonly TextKey[];
  /** The screen without which it is not offered; if absent, `id` is the endpoint without which it is not. */
  on?: SectionId;
}

const panelAt = (hash: string) => ({ to: '/admin', hash }) as const;
const settingsAt = (hash: string) => ({ to: '/settings', hash }) as const;
const campaigns = { ...addressOf('contacts'), hash: 'campaigns' } as const;
const failed = { to: '/dashboard', search: { section: 'sms', status: 'failed' }, hash: 'history' } as const;

/** What a customer does and looks for. */
const ACTS: readonly Act[] = [
  { id: 'createQuote', label: ['overview.topUp'], icon: Plus, to: addressOf('billing') },
  { id: 'sendSms', label: ['overview.sendSms'], icon: Send, to: addressOf('sms') },
  { id: 'createCampaign', label: ['campaigns.title', 'campaigns.add'], icon: Send, to: campaigns },
  { id: 'placeCall', label: ['voice.call.title'], icon: PhoneCall, to: addressOf('voice') },
  { id: 'purchaseNumber', label: ['numbers.purchase.title'], icon: ICONS.did, to: addressOf('did') },
  { id: 'invitePerson', label: ['people.invite'], icon: UserPlus, to: settingsAt('people') },
  { id: 'createApiKey', label: ['settings.apiKeys.createTitle'], icon: KeyRound, to: settingsAt('api-keys') },
  {
    id: 'createWebhook',
    label: ['apiDocs.tabs.webhooks'],
    icon: ICONS.api,
    to: { ...addressOf('api'), hash: 'webhooks' },
  },
  { id: 'statements', on: 'billing', label: ['billing.statements'], icon: FileText, to: { to: '/billing/statements' } },
  { id: 'failed', on: 'sms', label: ['sms.history.title', 'sms.status.failed'], icon: CircleX, to: failed },
];

/** What a typed text leads to: actions and screens; for administrators also tabs and settings; and what the server finds. */
export function useEntries(typed: string) {
  const { all, own, ...reading } = useFindings(typed.trim());
  const sections = useSections();
  const may = use(May);
  const settings = useSettings();
  const acts = ACTS.filter(({ id, on }) => (on ? sections.includes(on) : may(id)));
  const offered: Entry[] = [
    ...acts.map((act) => ({ ...act, label: act.label.map((key) => t(key)).join(' · ') })),
    ...sections.map((id) => ({ id, icon: ICONS[id], label: t(`sections.${id}.label`), to: addressOf(id) })),
    ...useHere(),
  ];
  const words = plain(typed);
  if (words === '') return { entries: offered, ...reading };
  const named = [...offered, ...settings].filter((entry) => isMeant(words, entry));
  const isSaid = ({ label }: Entry) => Number(plain(label).includes(words));
  const sorted = named.toSorted((one, other) => isSaid(other) - isSaid(one));
  return { entries: [...all, ...sorted, ...own].slice(0, 40), ...reading };
}

/** Each typed word is in the label, or in the other words that people have for it. */
function isMeant(words: string, { id, label }: Entry): boolean {
  const also = `palette.words.${id}`;
  const known = plain(isTextKey(also) ? `${label} ${t(also)}` : label);
  return words.split(' ').every((word) => known.includes(word));
}

/** A text without accents, marks and capital letters. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What is done without leaving the screen. */
function useHere(): Entry[] {
  const { setTheme } = useTheme();
  const logout = useSession((session) => session.logout);
  return [
    ...THEMES.map((theme) => ({
      ...{ id: `theme-${theme}`, icon: SunMoon, label: t('theme.current', { theme: t(`theme.${theme}`) }) },
      to: () => setTheme(theme),
    })),
    { id: 'logout', icon: LogOut, label: t('shell.logout'), to: logout },
  ];
}

/** Subjects of the account's settings; tabs and settings of the control panel. */
function useSettings(): Entry[] {
  const may = useMay();
  const person = useSession((session) => session.person);
  return [
    ...(person ? [] : SETTINGS_SUBJECTS).map(({ hash, title }) => {
      return { id: hash, icon: ICONS.settings, label: t(title), to: settingsAt(hash) };
    }),
    ...ADMIN_TABS.filter((tab) => may(TAB_ENDPOINTS[tab])).map((tab) => {
      return { id: `tab-${tab}`, icon: ICONS.admin, label: t(`admin.tabs.${tab}`), to: panelAt(tab) };
    }),
    ...(may(TAB_ENDPOINTS.settings) ? SETTING_NAMES : []).map((name) => ({
      ...{ id: `setting-${name}`, icon: ICONS.admin, label: t(`admin.setting.${name}.name`) },
      ...{ detail: t('admin.tabs.settings'), to: { ...panelAt('settings'), search: { setting: name } } },
    })),
  ];
}
