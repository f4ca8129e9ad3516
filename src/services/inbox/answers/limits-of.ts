import type { Deps } from '../../deps.ts';
import type { Limits } from './earlier.ts';

/** How often a number answers one sender. @param answersPerDay the number's own choice; null: the setting */
export const limitsOf = ({ config }: { config: Deps['config'] }, answersPerDay: number | null): Limits => ({
  answersPerDay: answersPerDay ?? config.autoAnswersPerDay,
  answersPerMinute: config.autoAnswersPerMinute,
  forwardsPerDay: config.autoForwardsPerDay,
});
