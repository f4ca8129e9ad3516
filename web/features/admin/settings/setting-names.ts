import { SETTING_NAMES, type SettingName } from '../../../../db/enums.ts';
import type { TextKey } from '../../../lib/i18n.ts';

const startingWith = (start: string) => SETTING_NAMES.filter((name) => name.startsWith(start));

/** The groups of the screen, with their settings in order. */
export const SETTING_GROUPS: readonly { title: TextKey; names: readonly SettingName[] }[] = [
  {
    title: 'admin.settings.groupPrices',
    names: SETTING_NAMES.filter((name) => name.includes('_price') && name !== 'number_price'),
  },
  { title: 'admin.settings.groupPayments', names: ['minimum_top_up', 'rate_spread', 'coin', 'pending_payments'] },
  {
    title: 'admin.settings.groupLimits',
    names: ['daily_limit', 'country_limit', 'calls_at_once', 'blocked_words', 'held_words'],
  },
  { title: 'admin.settings.groupCarriers', names: [...startingWith('carrier_'), 'route_plan'] },
  { title: 'books.settings.group', names: [...startingWith('company_'), 'invoices_over'] },
  { title: 'admin.settings.groupBanner', names: ['banner', 'demonstration_account'] },
];
