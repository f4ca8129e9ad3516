import { z } from 'zod';
import type { Config as ServicesConfig } from '../services/config.ts';
import { blank, onOff, withDefault } from '../platform/kit/settings.ts';

/** The accounts' settings in the environment. */
export const accountsEnvironment = {
  /** For tests and development: webhooks may lead to this machine, by http too. */
  WEBHOOK_LOGS_KEPT_DAYS: withDefault(z.coerce.number().int().min(2).max(3650), 30),
  WEBHOOKS_TO_LOOPBACK: z.preprocess((value) => blank(value) ?? 'off', onOff),
};

const environment = z.object(accountsEnvironment);

export interface Config extends ServicesConfig {
  /** Customers' webhooks may lead to this machine itself. Never allow it where strangers have accounts. */
  webhooksToLoopback: boolean;
  /** Deliveries and their attempts are kept for this many days. */
  webhookLogsKeptDays: number;
}

export const accountsFrom = (settings: z.output<typeof environment>): Omit<Config, keyof ServicesConfig> => ({
  webhooksToLoopback: settings.WEBHOOKS_TO_LOOPBACK,
  webhookLogsKeptDays: settings.WEBHOOK_LOGS_KEPT_DAYS,
});
