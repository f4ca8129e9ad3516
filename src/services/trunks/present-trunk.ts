import type { sipCredentials, trunks } from '../../../db/schema/index.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { minutesTaken, trunkMonth } from '../../money/allowances/trunk-month.ts';
import type { TariffUser } from '../../money/pricing/tariff.ts';
import type { Config } from '../config.ts';
import { plansAbove } from './catalogue.ts';
import type { Trunk } from './contract.ts';
import { upgradePrice } from './upgrade-price.ts';

export type TrunkRow = typeof trunks.$inferSelect;

/** Tells whether it serves calls now. */
export const isRunning = (row: Pick<TrunkRow, 'isActive' | 'expiresAt'>, now: Date): boolean =>
  row.isActive && row.expiresAt > now;

/** A trunk with what belongs to it. */
interface TrunkParts {
  trunk: TrunkRow;
  /** The id of its order that waits for payment. */
  waitingId: string | null;
  credentials: typeof sipCredentials.$inferSelect | null;
  addresses: Trunk['addresses'];
}

/** The time and the settings with which trunks are shown. */
export interface TrunkView {
  now: Date;
  config: Pick<Config, 'sipCallsASecond' | 'sipSound' | 'telephoneUrl'>;
}

/** How many calls a trunk begins in a second: what its owner wants, up to what the operator allows. */
export const paceOf = ({ sipCallsASecond }: Pick<Config, 'sipCallsASecond'>, wanted: number | null): number =>
  Math.min(wanted ?? sipCallsASecond, sipCallsASecond);

/** A trunk as the contract shows it. */
export function presentTrunk(
  { trunk: row, waitingId, credentials, addresses }: TrunkParts,
  { now, config, owner }: TrunkView & { owner: TariffUser },
): Trunk {
  const {
    upgradeTo: _to,
    minutesMonth: _month,
    minutesTaken: _taken,
    callsASecond,
    tracedUntil,
    planId,
    planName,
    purchasedAt,
    expiresAt,
    ...columns
  } = row;
  const running = isRunning(row, now);
  const minutesUsed = minutesTaken(row, now);
  return {
    ...columns,
    packageType: planId,
    packageName: planName,
    purchasedAt: purchasedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: running ? 'active' : row.isActive ? 'expired' : 'pending',
    transactionId: waitingId,
    minutesUsed,
    minutesLeft: row.callMinutesIncluded - minutesUsed,
    minutesResetAt: trunkMonth(purchasedAt, now).end.toISOString(),
    upgrades: running
      ? plansAbove(planId).map(({ id, price }) => ({
          packageType: id,
          price: formatMoney(upgradePrice(row, price, { owner, now }).amount),
        }))
      : [],
    sip: credentials && {
      realm: credentials.realm,
      username: credentials.username,
      rotatedAt: credentials.rotatedAt.toISOString(),
      digestAlgorithm: credentials.digestAlgorithm,
    },
    callsASecond: paceOf(config, callsASecond),
    sound: config.sipSound,
    mostCallsASecond: config.sipCallsASecond,
    tracedUntil: tracedUntil !== null && tracedUntil > now ? tracedUntil.toISOString() : null,
    telephone: running && credentials !== null && config.telephoneUrl !== null,
    addresses,
  };
}
