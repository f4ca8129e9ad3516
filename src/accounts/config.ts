import { z } from 'zod';
import type { Config as ServicesConfig } from '../services/config.ts';
import { withDefault } from '../platform/kit/settings.ts';

/** The accounts' settings in the environment. */
export const accountsEnvironment = {
  WEBHOOK_LOGS_KEPT_DAYS: withDefault(z.coerce.number().int().min(2).max(3650), 30),
};

const environment = z.object(accountsEnvironment);

export interface Config extends ServicesConfig {
  /** Deliveries and their attempts are kept for this many days. */
  webhookLogsKeptDays: number;
}

export const accountsFrom = (settings: z.output<typeof environment>): Omit<Config, keyof ServicesConfig> => ({
  webhookLogsKeptDays: settings.WEBHOOK_LOGS_KEPT_DAYS,
});
