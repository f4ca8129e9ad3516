import { type ComponentType, lazy } from 'react';
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
import { withTexts } from '../lib/i18n.ts';
import { SECTION_IDS, type SectionId } from './section-ids.ts';

/** A section that is loaded when it is first opened, with its texts, which are not among those of the frame. */
const section = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await withTexts(load) }));

/** The sections in which a role has nothing to do. */
const HIDDEN: Record<PersonRole, readonly SectionId[]> = {
  finance: ['sms', 'contacts', 'inbox', 'voice', 'api'],
  sender: ['voice-packages', 'did', 'billing', 'reseller', 'api'],
  developer: ['sms', 'contacts', 'inbox', 'voice', 'billing', 'reseller'],
  reader: [],
};

/** The sections that the sidebar and the palette offer to whoever is signed in. */
export function useSections(): readonly SectionId[] {
  const { user, person } = useSession();
  return SECTION_IDS.filter(
    (id) =>
      (user?.role === 'admin' || id !== 'admin') &&
      !(user?.resold && id === 'reseller') &&
      !(person && HIDDEN[person.role].includes(id)),
  );
}

/** Their groups in the sidebar. */
export const GROUPS: Record<'services' | 'account' | 'system', readonly SectionId[]> = {
  services: ['overview', 'sms', 'contacts', 'inbox', 'voice', 'voice-packages', 'did'],
  account: ['rates', 'billing', 'reseller'],
  system: ['api', 'admin', 'settings'],
};

export const ICONS: Record<SectionId, Icon> = {
  overview: LayoutDashboard,
  sms: MessageSquareText,
  contacts: Users,
  inbox: Inbox,
  voice: Phone,
  'voice-packages': Network,
  did: Globe,
  rates: Tags,
  billing: CreditCard,
  reseller: Handshake,
  api: BookOpen,
  admin: ShieldCheck,
  settings: Settings,
};

/** What each section shows; the code of each but the first is loaded when it is first opened. */
export const SECTIONS: Record<SectionId, ComponentType> = {
  overview: OverviewSection,
  sms: section(async () => (await import('../features/messaging/sms-section.tsx')).SmsSection),
  contacts: section(async () => (await import('../features/messaging/contacts/contacts-section.tsx')).ContactsSection),
  inbox: section(async () => (await import('../features/inbox/inbox-section.tsx')).InboxSection),
  voice: section(async () => (await import('../features/voice/voice-section.tsx')).VoiceSection),
  'voice-packages': section(async () => (await import('../features/trunks/trunks-section.tsx')).TrunksSection),
  did: section(async () => (await import('../features/numbers/numbers-section.tsx')).NumbersSection),
  rates: section(async () => (await import('../features/rates/rates-section.tsx')).RatesSection),
  billing: section(async () => (await import('../features/payments/billing-section.tsx')).BillingSection),
  reseller: section(async () => (await import('./reseller-screen.tsx')).ResellerScreen),
  api: section(async () => (await import('../features/api-docs/api-docs-section.tsx')).ApiDocsSection),
  admin: section(async () => (await import('../features/admin/admin-section.tsx')).AdminSection),
  settings: section(async () => (await import('../features/accounts/settings-page.tsx')).SettingsSection),
};
