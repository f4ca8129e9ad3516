import { z } from 'zod';
import type { Config as PlatformConfig } from '../platform/config.ts';
import { blank, ConfigError, onOff, optional, quota, withDefault } from '../platform/kit/settings.ts';
import { password } from './contract.ts';

const penceOrOff = z.union([z.literal('off'), z.string().regex(/^\d{1,8}(\.\d{1,2})?$/)], {
  error: 'must be pounds with at most 2 decimals, or off',
});

/** The callers' settings in the environment. */
export const callersEnvironment = {
  ADMIN_EMAIL: optional(z.email('must be an e-mail address')),
  ADMIN_PASSWORD: optional(password),
  ADMIN_TWO_FACTOR: optional(z.enum(['optional', 'required'])),
  /** The most that an administrator who supports customers may give back in 24 hours. */
  SUPPORT_REFUND_GBP: withDefault(
    z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, 'must be pounds with at most 2 decimals'),
    '25',
  ),
  APPROVAL_ABOVE_GBP: optional(z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, 'must be pounds with at most 2 decimals')),
  DAILY_LIMIT_GBP: optional(penceOrOff),
  COUNTRY_LIMIT_GBP: optional(penceOrOff),
  APPROVER_AGE_HOURS: withDefault(z.coerce.number().int().min(0).max(1000), 24),
  CALLS_AT_ONCE: optional(
    z.union([z.literal('off'), z.coerce.number().int().min(1).max(10_000)], {
      error: 'must be a whole number from 1 to 10000, or off',
    }),
  ),
  CHANGES_A_DAY: quota(2000),
  RESELLER_CUSTOMERS: quota(1000),
  PEOPLE: quota(20),
  OPT_OUTS: quota(200_000),
  CONTACTS: quota(1_000_000),
  SIP_PROXY_TOKEN: optional(z.string().min(16, 'must be at least 16 characters')),
  RATE_LIMITS: z.preprocess((value) => blank(value) ?? 'on', onOff),
};

const environment = z.object(callersEnvironment);
type Settings = z.output<typeof environment>;

export interface Config extends PlatformConfig {
  /** The first administrator, if the settings name one. */
  admin: { email: string; password: string } | null;
  /** `required`: administrators without a second factor cannot administer. */
  adminTwoFactor: 'optional' | 'required';
  /**
   * Two administrators have to agree to payments and adjustments above this amount. They also have to agree to whatever
   * gives somebody an administrator's rights, takes away a factor, or lifts a limit. Null: one is enough.
   */
  approvalAboveGbp: string | null;
  /** The most that an administrator who supports customers may give back in 24 hours, in pounds. */
  supportRefundGbp: string;
  /** How old an administrator's account must be before they can agree as the second one. */
  approverAgeHours: number;
  /** The token by which a SIP edge may ask; null: none may. */
  sipProxyToken: string | null;
  rateLimits: boolean;
  /** How many changes an account may make in a day. */
  changesADay: number;
  /** The most customers of a reseller. */
  resellerCustomers: number;
  /** The most people of an account beside its owner, invited ones among them. */
  people: number;
  /** The most numbers that an account may enter itself as opted out; who writes STOP is always noted. */
  optOuts: number;
  /** How many contacts an account may have. */
  contacts: number;
  /** The spend limits with which an account begins, in pounds; null: none. */
  newAccountLimits: { daily: string | null; country: string | null };
  /** How many calls a new account may have at one time; null: as many as its credit covers. */
  newAccountCallsAtOnce: number | null;
}

/**
 * @param embedded whether the program starts a PostgreSQL of its own, as a demonstration does
 * @throws {ConfigError} if only some settings of the first administrator are given
 */
export function callersFrom(
  settings: Settings,
  { embedded }: { embedded: boolean },
): Omit<Config, keyof PlatformConfig> {
  if (Boolean(settings.ADMIN_EMAIL) !== Boolean(settings.ADMIN_PASSWORD)) {
    throw new ConfigError('ADMIN_EMAIL, ADMIN_PASSWORD: set both of them or neither');
  }
  return {
    admin:
      settings.ADMIN_EMAIL && settings.ADMIN_PASSWORD
        ? { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD }
        : null,
    adminTwoFactor: settings.ADMIN_TWO_FACTOR ?? (embedded ? 'optional' : 'required'),
    approvalAboveGbp: settings.APPROVAL_ABOVE_GBP ?? null,
    supportRefundGbp: settings.SUPPORT_REFUND_GBP,
    approverAgeHours: settings.APPROVER_AGE_HOURS,
    sipProxyToken: settings.SIP_PROXY_TOKEN ?? null,
    rateLimits: settings.RATE_LIMITS,
    changesADay: settings.CHANGES_A_DAY,
    resellerCustomers: settings.RESELLER_CUSTOMERS,
    people: settings.PEOPLE,
    optOuts: settings.OPT_OUTS,
    contacts: settings.CONTACTS,
    newAccountLimits: limitsFrom(settings),
    newAccountCallsAtOnce: callsAtOnceFrom(settings),
  };
}

/** A load test sends more in a minute than a new customer in a week. */
function limitsFrom(settings: Settings): Config['newAccountLimits'] {
  const limit = (given: string | undefined, standard: string) => {
    const chosen = given ?? (settings.RATE_LIMITS ? standard : 'off');
    return chosen === 'off' ? null : chosen;
  };
  return { daily: limit(settings.DAILY_LIMIT_GBP, '500.00'), country: limit(settings.COUNTRY_LIMIT_GBP, '200.00') };
}

const CALLS_AT_ONCE = 5;

function callsAtOnceFrom(settings: Settings): number | null {
  const chosen = settings.CALLS_AT_ONCE ?? (settings.RATE_LIMITS ? CALLS_AT_ONCE : 'off');
  return chosen === 'off' ? null : chosen;
}
