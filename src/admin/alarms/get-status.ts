import { and, inArray, isNull, min } from 'drizzle-orm';
import type { Alarm } from '../../../db/enums.ts';
import { alarms } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { SLOW_SERVICES, type SlowService } from './contract.ts';

/** The alarms that customers feel, and in what. */
export const FELT: Readonly<Record<SlowService['service'], readonly Alarm[]>> = {
  messages: ['messages'],
  trunks: ['edges'],
  payments: ['wallets', 'rates'],
};

/** The services that are slow, and since when; never why. */
export async function getStatus({ db }: Pick<Deps, 'db'>): Promise<SlowService[]> {
  const raised = await db
    .select({ alarm: alarms.alarm, since: min(alarms.raisedAt) })
    .from(alarms)
    .where(and(isNull(alarms.clearedAt), inArray(alarms.alarm, Object.values(FELT).flat())))
    .groupBy(alarms.alarm);
  return SLOW_SERVICES.flatMap((service) => {
    const times = raised.flatMap(({ alarm, since }) =>
      since !== null && FELT[service].includes(alarm) ? [since.toISOString()] : [],
    );
    const [since] = times.toSorted();
    return since === undefined ? [] : [{ service, since }];
  });
}
