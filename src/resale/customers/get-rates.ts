import type { Deps } from '../../services/deps.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { mayPayInCoins } from '../../money/ledger/coin-payments.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import { readSwitching } from '../../money/decks/switches/read-switching.ts';
import { readByDestination } from '../../money/pricing/read-price.ts';
import { readFlatRates } from '../../money/pricing/read-flat-rates.ts';
import { byDestinationFor, readTariff } from '../../money/pricing/read-tariff.ts';
import { readReceivedPrice } from '../../money/pricing/received-price.ts';
import { apartOf, smsPrice, type TariffUser, trunkPrice, voicePrice } from '../../money/pricing/tariff.ts';
import { PLANS } from '../../services/trunks/catalogue.ts';
import { readNumberMonths } from '../../services/numbers/number-months.ts';
import { readFlatIncreases } from './raises/read-flat-increases.ts';
import { readRising } from './raises/read-raises.ts';
import type * as contract from './contract.ts';

/** The prices that an account pays now, and how it gets credit. @throws not_found */
export async function getRates(deps: Deps, userId: string): Promise<ResponseOf<typeof contract.getRates>> {
  const now = deps.clock.now();
  const user = await readTariff(deps.db, userId);
  const byDestination = byDestinationFor(user, await readByDestination(deps.db), now);
  const flat = await readFlatRates(deps.db, deps.config, now);
  const months = await readNumberMonths(deps.db, user, now);
  const received = await readReceivedPrice(deps.db, now);
  const rising = await readRising(deps.db, userId);
  const flatIncreases = await readFlatIncreases(deps, user, byDestination);
  return {
    sms: byDestination.sms ? null : formatMoney(smsPrice(user, now, flat.sms).amount, 4),
    voice: byDestination.voice ? null : formatMoney(voicePrice(user, now, flat.voice).amount, 4),
    received: formatMoney(received.price),
    receivedSoon: received.soon && {
      price: formatMoney(received.soon.price),
      holdsFrom: received.soon.holdsFrom.toISOString(),
    },
    numbers: Object.fromEntries(months.map(({ countryCode, price }) => [countryCode, formatMoney(price)])),
    numbersSoon: Object.fromEntries(
      months.flatMap(({ countryCode, soon }) =>
        soon ? [[countryCode, { price: formatMoney(soon.price), holdsFrom: soon.holdsFrom.toISOString() }]] : [],
      ),
    ),
    trunks: Object.fromEntries(
      PLANS.map(({ id, price }) => [id, formatMoney(trunkPrice(user, now, parseMoney(price)).amount)]),
    ),
    // A reseller's customer pays that reseller's prices, and knows nothing of ours.
    apart: user.supplier ? [] : apartNow(user, now),
    rising: [...rising, ...flatIncreases.filter(({ subject }) => !rising.some((each) => each.subject === subject))],
    switching: await readSwitching(deps.db, now),
    cryptoPayments: await mayPayInCoins(deps.db, userId),
  };
}

/** The present and the announced prices of one account, in the order of their time. */
const apartNow = (user: TariffUser, now: Date) =>
  user.apart
    .filter((each) => each.holdsFrom > now || (apartOf(user, each.subject, now) === each && isApart(each)))
    .map(({ subject, percent, deckId, holdsFrom }) => ({
      ...{ subject, percent, byDestination: deckId !== null, holdsFrom: holdsFrom.toISOString() },
    }));

const isApart = ({ percent, deckId }: TariffUser['apart'][number]): boolean => percent !== null || deckId !== null;
