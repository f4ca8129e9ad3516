import { sql as template, type SQL } from 'drizzle-orm';
import { SMS_RATES_GBP } from '../messaging/catalogue.ts';
import { type Money, parseMoney } from './money.ts';

/** What things cost. Standard rates are the catalogue's, a reseller's hold while the package runs. */

export const SMS_RATE = parseMoney(SMS_RATES_GBP.standard);
export const SMS_RESELLER_RATE = parseMoney(SMS_RATES_GBP.reseller);

export interface TariffUser {
  role: 'user' | 'reseller' | 'admin';
  resellerExpiresAt: Date | null;
}

/** Whether reseller rates apply at this moment. */
export const isReseller = (user: TariffUser, now: Date): boolean =>
  user.role === 'reseller' && user.resellerExpiresAt !== null && user.resellerExpiresAt > now;

/** The price of one part to one recipient. */
export const smsRate = (user: TariffUser, now: Date): Money =>
  isReseller(user, now) ? SMS_RESELLER_RATE : SMS_RATE;

/** The same rule inside a statement, over a row of users. */
export const smsRateSql = (user: SQL, now: SQL): SQL => template`
  case when ${user}.role = 'reseller' and ${user}.reseller_expires_at > ${now}
    then ${template.raw(SMS_RATES_GBP.reseller)} else ${template.raw(SMS_RATES_GBP.standard)} end`;
