import type { SettingName } from '../../../../db/enums.ts';
import type { TextKey } from '../../../lib/i18n.ts';

/** A setting's name and what it does, in words. */
export const SETTING_TEXTS: Record<SettingName, { name: TextKey; hint: TextKey }> = {
  sms_price: { name: 'admin.settings.smsPrice', hint: 'admin.settings.smsPriceHint' },
  sms_price_reseller: { name: 'admin.settings.smsPriceReseller', hint: 'admin.settings.resellerHint' },
  mms_price: { name: 'admin.settings.mmsPrice', hint: 'admin.settings.mmsPriceHint' },
  mms_price_reseller: { name: 'admin.settings.mmsPriceReseller', hint: 'admin.settings.resellerHint' },
  voice_price: { name: 'admin.settings.voicePrice', hint: 'admin.settings.voicePriceHint' },
  voice_price_reseller: { name: 'admin.settings.voicePriceReseller', hint: 'admin.settings.resellerHint' },
  number_price: { name: 'admin.settings.numberPrice', hint: 'admin.settings.numberPriceHint' },
  received_price: { name: 'admin.settings.receivedPrice', hint: 'admin.settings.receivedPriceHint' },
  minimum_top_up: { name: 'admin.settings.minimum', hint: 'admin.settings.minimumHint' },
  rate_spread: { name: 'admin.settings.spread', hint: 'admin.settings.spreadHint' },
  coin: { name: 'admin.settings.coin', hint: 'admin.settings.coinHint' },
  calls_at_once: { name: 'admin.settings.callsAtOnce', hint: 'admin.settings.newAccountsHint' },
  daily_limit: { name: 'admin.settings.dailyLimit', hint: 'admin.settings.newAccountsHint' },
  country_limit: { name: 'admin.settings.countryLimit', hint: 'admin.settings.newAccountsHint' },
  pending_payments: { name: 'admin.settings.pendingPayments', hint: 'admin.settings.pendingPaymentsHint' },
  carrier_per_second: { name: 'admin.settings.perSecond', hint: 'admin.settings.carrierHint' },
  carrier_at_once: { name: 'admin.settings.atOnce', hint: 'admin.settings.carrierHint' },
  carrier_share: { name: 'admin.settings.share', hint: 'admin.settings.shareHint' },
  carrier_destinations: { name: 'admin.settings.destinations', hint: 'admin.settings.destinationsHint' },
  carrier_senders: { name: 'admin.settings.carrierSenders', hint: 'admin.settings.carrierSendersHint' },
  route_plan: { name: 'admin.settings.routePlan', hint: 'admin.settings.routePlanHint' },
  company_name: { name: 'books.settings.name', hint: 'books.settings.companyHint' },
  company_street: { name: 'books.details.street', hint: 'books.settings.companyHint' },
  company_city: { name: 'books.details.city', hint: 'books.settings.companyHint' },
  company_postcode: { name: 'books.details.postcode', hint: 'books.settings.companyHint' },
  company_country: { name: 'books.settings.country', hint: 'books.settings.countryHint' },
  company_number: { name: 'books.settings.number', hint: 'books.settings.companyHint' },
  company_vat_number: { name: 'books.details.vatNumber', hint: 'books.settings.vatHint' },
  company_electronic_address: { name: 'books.settings.electronic', hint: 'books.settings.electronicHint' },
  invoices_over: { name: 'books.settings.over', hint: 'books.settings.overHint' },
  blocked_words: { name: 'admin.settings.blockedWords', hint: 'admin.settings.blockedWordsHint' },
  held_words: { name: 'admin.settings.heldWords', hint: 'admin.settings.heldWordsHint' },
  banner: { name: 'admin.settings.banner', hint: 'admin.settings.bannerHint' },
};

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
  { title: 'admin.settings.groupBanner', names: ['banner'] },
];
