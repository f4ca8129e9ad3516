import { lazy, type ComponentType } from 'react';
import {
  BookOpen,
  CreditCard,
  Globe,
  Handshake,
  Inbox,
  LayoutDashboard,
  MessageSquareText,
  Network,
  Phone,
  Settings,
  ShieldCheck,
  Tags,
  Users,
  type Icon,
} from '../ui/icons.tsx';
import { OverviewSection } from '../features/overview/overview-section.tsx';
import type { PersonRole } from '../../src/platform/kit/people.ts';
import { useSession } from '../state/session.ts';
import { loadApplicationTexts } from '../lib/i18n.ts';
import type { SectionId } from './section-ids.ts';

export interface Section {
  id: SectionId;
  icon: Icon;
  group: 'services' | 'account' | 'system';
  adminOnly?: boolean;
  component: ComponentType;
}

/** A screen whose texts are not among those of the frame. */
const screen = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    const [component] = await Promise.all([load(), loadApplicationTexts()]);
    return { default: component };
  });

/** The sections in which a role has nothing to do. */
const HIDDEN: Record<PersonRole, readonly SectionId[]> = {
  finance: ['sms', 'contacts', 'inbox', 'voice', 'api'],
  sender: ['voice-packages', 'did', 'billing', 'reseller', 'api'],
  developer: ['sms', 'contacts', 'inbox', 'voice', 'billing', 'reseller'],
  reader: [],
};

/** The sections that the sidebar and the palette offer to whoever is signed in. */
export function useSections(): readonly Section[] {
  const { user, person } = useSession();
  return SECTIONS.filter(
    ({ id, adminOnly }) =>
      (user?.role === 'admin' || !adminOnly) &&
      !(user?.resold && id === 'reseller') &&
      !(person && HIDDEN[person.role].includes(id)),
  );
}

/** The sections in the sidebar and the dashboard; the code of each but the first is loaded when it is first opened. */
export const SECTIONS: readonly Section[] = [
  { id: 'overview', icon: LayoutDashboard, group: 'services', component: OverviewSection },
  {
    id: 'sms',
    icon: MessageSquareText,
    group: 'services',
    component: screen(async () => (await import('../features/messaging/sms-section.tsx')).SmsSection),
  },
  {
    id: 'contacts',
    icon: Users,
    group: 'services',
    component: screen(
      async () => (await import('../features/messaging/contacts/contacts-section.tsx')).ContactsSection,
    ),
  },
  {
    id: 'inbox',
    icon: Inbox,
    group: 'services',
    component: screen(async () => (await import('../features/inbox/inbox-section.tsx')).InboxSection),
  },
  {
    id: 'voice',
    icon: Phone,
    group: 'services',
    component: screen(async () => (await import('../features/voice/voice-section.tsx')).VoiceSection),
  },
  {
    id: 'voice-packages',
    icon: Network,
    group: 'services',
    component: screen(async () => (await import('../features/trunks/trunks-section.tsx')).TrunksSection),
  },
  {
    id: 'did',
    icon: Globe,
    group: 'services',
    component: screen(async () => (await import('../features/numbers/numbers-section.tsx')).NumbersSection),
  },
  {
    id: 'rates',
    icon: Tags,
    group: 'account',
    component: screen(async () => (await import('../features/rates/rates-section.tsx')).RatesSection),
  },
  {
    id: 'billing',
    icon: CreditCard,
    group: 'account',
    component: screen(async () => (await import('../features/payments/billing-section.tsx')).BillingSection),
  },
  {
    id: 'reseller',
    icon: Handshake,
    group: 'account',
    component: screen(async () => (await import('./reseller-screen.tsx')).ResellerScreen),
  },
  {
    id: 'api',
    icon: BookOpen,
    group: 'system',
    component: screen(async () => (await import('../features/api-docs/api-docs-section.tsx')).ApiDocsSection),
  },
  {
    id: 'admin',
    icon: ShieldCheck,
    group: 'system',
    adminOnly: true,
    component: screen(async () => (await import('../features/admin/admin-section.tsx')).AdminSection),
  },
  {
    id: 'settings',
    icon: Settings,
    group: 'system',
    component: screen(async () => (await import('../features/accounts/settings-section.tsx')).SettingsSection),
  },
];
