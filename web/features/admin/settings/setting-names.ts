import type { SettingName } from '../../../../db/enums.ts';
import type { TextKey } from '../../../lib/i18n.ts';

/** The groups of the screen, with their settings in order. */
export const SETTING_GROUPS: readonly { title: TextKey; names: readonly SettingName[] }[] = [
  {
    title: 'admin.settings.groupPrices',
    names: [
      'sms_price',
      'sms_price_reseller',
      'mms_price',
      'mms_price_reseller',
      'voice_price',
      'voice_price_reseller',
      'received_price',
    ],
  },
  { title: 'admin.settings.groupPayments', names: ['minimum_top_up', 'rate_spread', 'coin', 'pending_payments'] },
  {
    title: 'admin.settings.groupLimits',
    names: ['daily_limit', 'country_limit', 'calls_at_once', 'blocked_words', 'held_words'],
  },
  {
    title: 'admin.settings.groupCarriers',
    names: [
      'carrier_per_second',
      'carrier_at_once',
      'carrier_share',
      'carrier_destinations',
      'carrier_senders',
      'route_plan',
    ],
  },
  {
    title: 'books.settings.group',
    names: [
      'company_name',
      'company_street',
      'company_city',
      'company_postcode',
      'company_country',
      'company_number',
      'company_vat_number',
      'company_electronic_address',
      'invoices_over',
    ],
  },
  { title: 'admin.settings.groupBanner', names: ['banner', 'demonstration_account'] },
];
