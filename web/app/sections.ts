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
  type Icon,
} from '../ui/icons.tsx';
import type { SectionId } from './section-ids.ts';

export interface Section {
  id: SectionId;
  icon: Icon;
  group: 'services' | 'account' | 'system';
  adminOnly?: boolean;
  component: ComponentType;
}

/** The sections in the sidebar and the dashboard; the code of each is loaded when it is first opened. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'overview',
    icon: LayoutDashboard,
    group: 'services',
    component: lazy(async () => ({
      default: (await import('../features/overview/overview-section.tsx')).OverviewSection,
    })),
  },
  {
    id: 'sms',
    icon: MessageSquareText,
    group: 'services',
    component: lazy(async () => ({
      default: (await import('../features/messaging/sms-section.tsx')).SmsSection,
    })),
  },
  {
    id: 'inbox',
    icon: Inbox,
    group: 'services',
    component: lazy(async () => ({
      default: (await import('../features/inbox/inbox-section.tsx')).InboxSection,
    })),
  },
  {
    id: 'voice',
    icon: Phone,
    group: 'services',
    component: lazy(async () => ({
      default: (await import('../features/voice/voice-section.tsx')).VoiceSection,
    })),
  },
  {
    id: 'voice-packages',
    icon: Network,
    group: 'services',
    component: lazy(async () => ({
      default: (await import('../features/trunks/trunks-section.tsx')).TrunksSection,
    })),
  },
  {
    id: 'did',
    icon: Globe,
    group: 'services',
    component: lazy(async () => ({
      default: (await import('../features/numbers/numbers-section.tsx')).NumbersSection,
    })),
  },
  {
    id: 'rates',
    icon: Tags,
    group: 'account',
    component: lazy(async () => ({
      default: (await import('../features/rates/rates-section.tsx')).RatesSection,
    })),
  },
  {
    id: 'billing',
    icon: CreditCard,
    group: 'account',
    component: lazy(async () => ({
      default: (await import('../features/payments/billing-section.tsx')).BillingSection,
    })),
  },
  {
    id: 'reseller',
    icon: Handshake,
    group: 'account',
    component: lazy(async () => ({
      default: (await import('./reseller-screen.tsx')).ResellerScreen,
    })),
  },
  {
    id: 'api',
    icon: BookOpen,
    group: 'system',
    component: lazy(async () => ({
      default: (await import('../features/api-docs/api-docs-section.tsx')).ApiDocsSection,
    })),
  },
  {
    id: 'admin',
    icon: ShieldCheck,
    group: 'system',
    adminOnly: true,
    component: lazy(async () => ({
      default: (await import('../features/admin/admin-section.tsx')).AdminSection,
    })),
  },
  {
    id: 'settings',
    icon: Settings,
    group: 'system',
    component: lazy(async () => ({
      default: (await import('../features/accounts/settings-section.tsx')).SettingsSection,
    })),
  },
];
