import { readBanner } from '../../src/platform/kit/banner.ts';
import { z } from 'zod';
import { INVOICES_OVER, RATED_SERVICES, type SettingName } from '../../db/enums.ts';
import { COINS } from '../../src/money/payments/catalogue.ts';
import { carrierName } from '../../src/shared/carrier-names.ts';
import { type TextKey, formatNumber, formatPercent, t } from '../lib/i18n.ts';
import { regionNames } from '../lib/country-name.ts';
import { formatPounds } from './values.tsx';

/** How the values of a setting are written and typed. */
export type ValueKind =
  'price' | 'pounds' | 'percent' | 'count' | 'switch' | 'codes' | 'senders' | 'text' | 'lines' | 'invoices' | 'banner';

const KINDS: Partial<Record<SettingName, ValueKind>> = {
  rate_spread: 'percent',
  coin: 'switch',
  calls_at_once: 'count',
  pending_payments: 'count',
  carrier_per_second: 'count',
  carrier_at_once: 'count',
  carrier_share: 'count',
  carrier_destinations: 'codes',
  carrier_senders: 'senders',
  blocked_words: 'senders',
  held_words: 'senders',
  route_plan: 'lines',
  demonstration_account: 'text',
  invoices_over: 'invoices',
  banner: 'banner',
};

/** The subject of invoices, in words. */
export const OVER_TEXTS = {
  off: 'books.settings.overOff',
  usage: 'books.settings.overUsage',
  top_up: 'books.settings.overTopUp',
} as const;
export const kindOf = (name: SettingName): ValueKind =>
  KINDS[name] ?? (name.startsWith('company_') ? 'text' : name.includes('_price') ? 'price' : 'pounds');

/** The value with which a setting limits nothing, and its name. */
interface Unlimited {
  value: string;
  text: TextKey;
}

const NO_LIMIT: Unlimited = { value: 'off', text: 'limits.none' };
const UNLIMITED: Partial<Record<SettingName, Unlimited>> = {
  calls_at_once: NO_LIMIT,
  pending_payments: NO_LIMIT,
  daily_limit: NO_LIMIT,
  country_limit: NO_LIMIT,
  carrier_share: { value: 'off', text: 'admin.settings.noShare' },
  carrier_destinations: { value: 'all', text: 'admin.settings.allDestinations' },
  carrier_senders: { value: 'all', text: 'admin.settings.allSenders' },
};
export const unlimitedOf = (name: SettingName): Unlimited | undefined => UNLIMITED[name];

/** A setting's name, with the coin, the provider or the country that it is about. */
export function nameOf({ name, about }: { name: SettingName; about: string }): string {
  return [t(`admin.setting.${name}.name`), aboutText(name, about)].filter(Boolean).join(' · ');
}

function aboutText(name: SettingName, about: string): string {
  if (name === 'number_price') return regionNames().of(about) ?? about;
  if (name === 'route_plan') return t(`rates.service.${z.enum(RATED_SERVICES).parse(about)}`);
  return COINS.find(({ id }) => id === about)?.name ?? carrierName(about);
}

/** A value as a person reads it. */
export function valueText(name: SettingName, value: string | null): string {
  if (value === null) return t('admin.settings.none');
  const kind = kindOf(name);
  if (kind === 'switch') return t(value === 'off' ? 'admin.settings.off' : 'admin.settings.on');
  if (kind === 'banner') return readBanner(value)?.text ?? '';
  const unlimited = unlimitedOf(name);
  if (unlimited?.value === value) return t(unlimited.text);
  if (kind === 'text' || kind === 'lines') return value;
  if (kind === 'invoices') return t(OVER_TEXTS[z.enum(INVOICES_OVER).parse(value)]);
  if (kind === 'senders') return value.split(',').join(', ');
  if (kind === 'codes')
    return value
      .split(',')
      .map((code) => `+${code}`)
      .join(', ');
  if (kind === 'count') return formatNumber(Number(value));
  return kind === 'percent' ? formatPercent(Number(value)) : formatPounds(value);
}
