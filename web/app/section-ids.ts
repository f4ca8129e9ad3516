import { type PaymentSearch, parsePaymentSearch } from '../lib/payment-search.ts';
import { type ListFilters, parseListFilters } from '../lib/list-filters.ts';

/** The sections of the dashboard, in the sidebar's order. */
export const SECTION_IDS = [
  ...['overview', 'sms', 'contacts', 'inbox', 'voice', 'voice-packages', 'did', 'rates', 'billing', 'reseller', 'api'],
  ...['admin', 'settings'],
] as const;
export type SectionId = (typeof SECTION_IDS)[number];

/** The path of each section; sections without a path are named in the search of /dashboard. */
export function addressOf(section: SectionId) {
  if (section === 'billing') return { to: '/billing' } as const;
  if (section === 'did') return { to: '/did-numbers' } as const;
  if (section === 'overview') return { to: '/dashboard', search: {} } as const;
  return { to: '/dashboard', search: { section } } as const;
}

/** The section that an address shows. */
export function sectionAt(pathname: string, section: SectionId | undefined): SectionId {
  if (pathname === '/billing' || pathname.startsWith('/billing/')) return 'billing';
  if (pathname === '/did-numbers' || pathname.startsWith('/did-numbers/')) return 'did';
  if (pathname === '/admin') return 'admin';
  if (pathname === '/settings') return 'settings';
  return section ?? 'overview';
}

/** The search of /dashboard, without anything that is not a section. */
export function parseSectionSearch(
  search: Record<string, unknown>,
): { section?: SectionId; conversation?: string } & ReturnType<typeof parseUserSearch> &
  ReturnType<typeof parseSettingSearch> &
  Partial<ListFilters> &
  PaymentSearch {
  const section = SECTION_IDS.find((known) => known === search.section);
  if (!section) return {};
  if (section === 'admin') return { section, ...parseAdminSearch(search) };
  const { conversation } = search;
  if (section === 'inbox' && typeof conversation === 'string') return { section, conversation };
  return section === 'sms' || section === 'voice' || section === 'contacts'
    ? { section, ...parseListFilters(search) }
    : { section };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The account whose drawer is open in the administrators' list. */
export const parseUserSearch = ({ user }: Record<string, unknown>): { user?: string } =>
  typeof user === 'string' && UUID.test(user) ? { user } : {};

const parseSettingSearch = ({ setting }: Record<string, unknown>): { setting?: string } =>
  typeof setting === 'string' && /^[a-z_]{1,40}$/.test(setting) ? { setting } : {};

/** The search of the control panel: the account whose drawer is open, what its lists are narrowed down to, and a setting. */
export const parseAdminSearch = (search: Record<string, unknown>) => ({
  ...parseUserSearch(search),
  ...parseSettingSearch(search),
  ...parseListFilters(search),
  ...parsePaymentSearch(search),
});
