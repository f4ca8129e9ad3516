import { RATED_SERVICES } from '../../../db/enums.ts';
import { searchPrices } from '../../money/pricing/search-prices.ts';
import { readTariff } from '../../money/pricing/read-tariff.ts';
import { type FileAnswer, csvFile } from '../../platform/kit/answer.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import type { Deps } from '../../services/deps.ts';
import { readNumberMonths } from '../../services/numbers/number-months.ts';
import { readLineClosures } from './line-closures.ts';

const ROWS_AT_ONCE = 2000;
const COLUMNS = [
  ...['service', 'prefix', 'destination', 'price', 'connection fee', 'first interval', 'next interval', 'price soon'],
  ...['from', 'not sold from', 'closed'],
];

/** The prices of all destinations for an account, and of a month of each country's numbers, as CSV. */
export async function exportRates({ db, clock, config, carriersFor }: Deps, userId: string): Promise<FileAnswer> {
  const closureOf = await readLineClosures({ db, config }, userId);
  const now = clock.now();
  const asked = { userId, now, flatRate: config.voiceRateGbp, limit: ROWS_AT_ONCE };
  const months = await readNumberMonths(db, await readTariff(db, userId), now);
  async function* lines(): AsyncGenerator<string[][]> {
    for (const service of RATED_SERVICES) {
      let after = '';
      for (;;) {
        const found = await searchPrices(db, service, { ...asked, carriers: carriersFor(service), after });
        yield found.map((line) => [
          service,
          line.prefix ?? '',
          line.name ?? '',
          line.rate ?? 'not sold',
          line.fee ?? '',
          String(line.firstInterval ?? ''),
          String(line.nextInterval ?? ''),
          line.soonRate ?? '',
          line.soonFrom ?? '',
          line.endsFrom ?? '',
          closureOf(line) ?? '',
        ]);
        after = found.at(-1)?.prefix ?? '';
        if (found.length < ROWS_AT_ONCE) break;
      }
    }
    yield months.map(({ country, price, soon }) => [
      ...['number', '', country, formatMoney(price, 4), '', '', ''],
      ...[soon ? formatMoney(soon.price, 4) : '', soon?.holdsFrom.toISOString() ?? '', '', ''],
    ]);
  }
  return csvFile(`rates-${now.toISOString().slice(0, 10)}`, COLUMNS, lines());
}
