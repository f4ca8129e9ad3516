import { and, gt, inArray } from 'drizzle-orm';
import { RATED_SERVICES, type RatedService } from '../../../../db/enums.ts';
import { settings } from '../../../../db/schema/index.ts';
import { FLAT_SETTINGS } from '../../../money/pricing/price-sql.ts';
import { readFlatRates } from '../../../money/pricing/read-flat-rates.ts';
import { smsPrice, type TariffUser, voicePrice } from '../../../money/pricing/tariff.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import type { Deps } from '../../../services/deps.ts';
import type { Rising } from '../price-contract.ts';

/** The announced flat prices by which an account is going to pay more. */
export async function readFlatIncreases(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  user: TariffUser,
  byDestination: Record<RatedService, boolean>,
): Promise<Rising[]> {
  const now = clock.now();
  const services = RATED_SERVICES.filter((service) => !byDestination[service]);
  const names = services.flatMap((service) => Object.values(FLAT_SETTINGS[service]));
  const announced = await db
    .select()
    .from(settings)
    .where(and(inArray(settings.name, names), gt(settings.holdsFrom, now)));
  const rises: Rising[] = [];
  for (const service of services) {
    const times = announced.flatMap(({ name, holdsFrom }) =>
      holdsFrom && Object.values(FLAT_SETTINGS[service]).includes(name) ? [holdsFrom] : [],
    );
    const [holdsFrom] = times.toSorted((one, other) => one.getTime() - other.getTime());
    if (!holdsFrom) continue;
    const priceAt = async (time: Date) => {
      const flat = (await readFlatRates(db, config, time))[service];
      return (service === 'sms' ? smsPrice : voicePrice)(user, now, flat).amount;
    };
    const [price, later] = [await priceAt(now), await priceAt(holdsFrom)];
    if (later <= price) continue;
    rises.push({
      subject: service,
      price: formatMoney(later, later % 100n === 0n ? 2 : 4),
      percent: null,
      byDestination: false,
      holdsFrom: holdsFrom.toISOString(),
    });
  }
  return rises;
}
