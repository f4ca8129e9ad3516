import type { Config } from '../config.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/** So many days before a proof ends its owner is asked for a new one. */
export const ASK_AGAIN_DAYS = 30;

type Lasting = Pick<Config, 'provenNumberDays'>;

/** A proof of this time or before has ended: the number may have got another owner since. */
export const provenSince = ({ provenNumberDays }: Lasting, now: Date): Date =>
  new Date(now.getTime() - provenNumberDays * DAY_MS);

/** When a proof ends. */
export const provenUntil = ({ provenNumberDays }: Lasting, provenAt: Date): Date =>
  new Date(provenAt.getTime() + provenNumberDays * DAY_MS);

/** A proof of this time or before is so near its end, or past it, that a new one is asked for. */
export const askedAgainSince = (config: Lasting, now: Date): Date =>
  new Date(provenSince(config, now).getTime() + ASK_AGAIN_DAYS * DAY_MS);

/** How far a proof is. */
export function lastingOf(config: Lasting, provenAt: Date, now: Date): 'proven' | 'ending' | 'ended' {
  if (provenAt <= provenSince(config, now)) return 'ended';
  return provenAt <= askedAgainSince(config, now) ? 'ending' : 'proven';
}
