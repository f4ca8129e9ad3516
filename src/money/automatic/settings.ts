import { z } from 'zod';
import { optional, withDefault } from '../../platform/kit/settings.ts';

const pence = z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, 'must be pounds with at most 2 decimals');

/** The settings of verification without a person. */
export const automaticEnvironment = {
  AUTO_VERIFY_BELOW_GBP: optional(pence),
  AUTO_VERIFY_DAILY_GBP: withDefault(pence, '500'),
};

const environment = z.object(automaticEnvironment);

/** Which payments the system verifies itself; null: none. */
export type AutomaticSettings = { belowGbp: string; dailyGbp: string } | null;

export const automaticFrom = ({
  AUTO_VERIFY_BELOW_GBP: belowGbp,
  AUTO_VERIFY_DAILY_GBP: dailyGbp,
}: z.output<typeof environment>): AutomaticSettings => (belowGbp === undefined ? null : { belowGbp, dailyGbp });
