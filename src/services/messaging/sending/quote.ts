import { spelledCheaper } from '../../../shared/cheaper-spelling.ts';
import { countParts } from '../../../shared/parts.ts';
import { LINK } from '../../../money/pricing/price-recipients.ts';
import { quoteRecipients } from '../../../money/pricing/quote-recipients.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { add, formatMoney, parseMoney, ZERO } from '../../../platform/kit/money.ts';
import { NUMBERS_NAMED } from '../../../platform/kit/refused-numbers.ts';
import { mapPaced } from '../../../platform/kit/turn.ts';
import { isLookingUp } from '../../../carriers/number-facts/look-up-numbers.ts';
import { placesOfFixedLines } from '../../../carriers/number-facts/places-of-fixed-lines.ts';
import type { Deps } from '../../deps.ts';
import { countriesAgainst } from '../../senders/require-sender.ts';
import type { quoteSms as endpoint } from '../contract.ts';
import { optedOutOf } from '../opt-outs/opted-out-of.ts';
import { readBelowCost } from './require-above-cost.ts';
import { parseRecipients } from './parse-recipients.ts';
import { planMedia, withLinks } from '../media/plan-media.ts';
import { findRefusals } from './refusals.ts';
import { personalise } from './write-personal-texts.ts';

/**
 * The price of a message for an account, by destination, exactly as it will be charged, and what it would be refused
 * for.
 * @param fields one per element of `recipients`, as of a message that is sent
 * @throws validation_failed (recipients, fields, media)
 */
export async function quoteSms(
  deps: Deps,
  {
    userId,
    senderId,
    recipients,
    message: given,
    cheaperSpelling,
    media: mediaPath,
    fields,
    unfilledPlaceholders = !fields,
  }: { userId: string } & BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const message = cheaperSpelling ? spelledCheaper(given) : given;
  const rows = await parseRecipients(recipients);
  const all = [...rows.keys()];
  const written = await personalise(
    { message: given, recipients, fields, unfilledPlaceholders, cheaperSpelling },
    [...rows.values()],
  );
  const media = await planMedia(deps, { userId, senderId, numbers: all, media: mediaPath });
  const personal = media ? await withLinks(media, { message, personal: written }) : written;
  const carried = await readBelowCost(deps, { userId, senderId, numbers: all, message, personal });
  const belowCost = carried.places;
  const fixedLines = isLookingUp(deps) ? await placesOfFixedLines(deps, all) : [];
  const lost = new Set([...belowCost, ...fixedLines]);
  const optedOut = await optedOutOf(deps.db, { userId, numbers: all });
  const soldAt = await mapPaced(all, (number, place) => !lost.has(place) && !optedOut.has(number));
  const isSold = (_: unknown, place: number) => soldAt[place] === true;
  const numbers = all.filter(isSold);
  const sold =
    numbers.length === 0
      ? []
      : await quoteRecipients(deps.db, {
          ...{ userId, now: deps.clock.now(), numbers },
          parts: countParts(message).parts,
          shortParts: countParts(message, '160/153').parts,
          personal: personal && {
            parts: personal.parts.filter(isSold),
            shortParts: personal.shortParts.filter(isSold),
          },
          mms: media && media.mms.filter(isSold).map((way) => way !== LINK),
        });
  const lostCount = [...lost].filter((place) => !optedOut.has(all[place] ?? '')).length;
  const notSold =
    lostCount > 0 ? [{ name: null, rate: null, mms: false, recipients: lostCount, cost: '0.0000' }] : [];
  const total = sold.map(({ cost }) => parseMoney(cost)).reduce(add, ZERO);
  const numbersAt = (places: readonly number[]) => places.map((place) => all[place] ?? '');
  const refusals = await findRefusals(deps, {
    ...{ userId, senderId, numbers: all, isCarried: carried.carriesSender },
    unsold: [...numbersAt(belowCost), ...sold.flatMap(({ unsold: numbers }) => numbers ?? [])],
    fixedLines: numbersAt(fixedLines),
  });
  const waysOf = (isMms: boolean) => {
    const rows = sold.filter(({ mms, rate }) => mms === isMms && rate !== null);
    const numbersSo = all.filter((_, place) => soldAt[place] && (media?.mms[place] !== LINK) === isMms);
    return {
      recipients: rows.reduce((count, row) => count + row.recipients, 0),
      cost: formatMoney(rows.map(({ cost }) => parseMoney(cost)).reduce(add, ZERO), 4),
      numbers: numbersSo.slice(0, NUMBERS_NAMED),
    };
  };
  return {
    senderCountries: await countriesAgainst(deps, { sender: senderId, numbers: all }),
    ...{ total: formatMoney(total, 4), optedOut: optedOut.size, ...refusals },
    destinations: [...notSold, ...sold.map(({ unsold: _numbers, ...price }) => price)],
    media: media && {
      mms: waysOf(true),
      link: waysOf(false),
    },
  };
}
