import { isLookingUp } from '../../../carriers/number-facts/look-up-numbers.ts';
import { placesOfFixedLines } from '../../../carriers/number-facts/places-of-fixed-lines.ts';
import { findClosedByLimits } from '../../../money/allowances/closed-by-limits.ts';
import { findClosed } from '../../../money/allowances/closed-destinations.ts';
import { LINK } from '../../../money/pricing/price-recipients.ts';
import { quoteRecipients } from '../../../money/pricing/quote-recipients.ts';
import { findUnproved } from '../../../money/trial/require-proved.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import type { Sentence } from '../../../platform/kit/faults.ts';
import { add, formatMoney, parseMoney, ZERO } from '../../../platform/kit/money.ts';
import { NUMBERS_NAMED } from '../../../platform/kit/refused-numbers.ts';
import { sentence } from '../../../platform/kit/errors.ts';
import { mapPaced } from '../../../platform/kit/turn.ts';
import { spelledCheaper } from '../../../shared/cheaper-spelling.ts';
import { countParts } from '../../../shared/parts.ts';
import { personalText } from '../../../shared/personal-text.ts';
import type { Deps } from '../../deps.ts';
import { countriesAgainst, findRefusedSender } from '../../senders/require-sender.ts';
import type { quoteSms as endpoint } from '../contract.ts';
import { withContacts } from '../../contacts/with-contacts.ts';
import { planMedia, withLinks } from '../media/plan-media.ts';
import { optedOutOf } from '../opt-outs/opted-out-of.ts';
import type { Refusal } from '../refusal-contract.ts';
import { parseRecipients } from './parse-recipients.ts';
import { readBelowCost, senderNotCarried } from './require-above-cost.ts';
import { spelled } from './send.ts';
import { personalise } from './write-personal-texts.ts';

/**
 * The price of a message for an account, by destination, exactly as it will be charged, and what it would be refused
 * for.
 * @param fields one per element of `recipients`, as of a message that is sent
 * @throws validation_failed (recipients, fields, media)
 */
export async function quoteSms(
  deps: Deps,
  { userId, ...asked }: { userId: string } & BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const {
    senderId,
    recipients,
    message: given,
    cheaperSpelling,
    media: mediaPath,
    fields,
    leaveOutUnfilled = false,
    unfilledPlaceholders = leaveOutUnfilled || !fields,
  } = await spelled(deps, userId, await withContacts(deps, userId, asked));
  const message = cheaperSpelling ? spelledCheaper(given) : given;
  const rows = await parseRecipients(recipients);
  const all = [...rows.keys()];
  const written = await personalise({ message: given, recipients, fields, unfilledPlaceholders, cheaperSpelling }, [
    ...rows.values(),
  ]);
  const media = await planMedia(deps, { userId, senderId, numbers: all, media: mediaPath });
  const personal = media ? await withLinks(media, { message, personal: written }) : written;
  const carried = await readBelowCost(deps, { userId, senderId, numbers: all, message, personal });
  const belowCost = carried.places;
  const fixedLines = isLookingUp(deps) ? await placesOfFixedLines(deps, all) : [];
  const lost = new Set([...belowCost, ...fixedLines]);
  const optedOut = await optedOutOf(deps.db, { userId, numbers: all });
  const unfilledAt = await mapPaced(
    [...rows],
    ([number, row]) =>
      leaveOutUnfilled && !optedOut.has(number) && personalText(given, fields?.[row] ?? {}).missing.length > 0,
  );
  const isLeftOut = (number: string, place: number) => optedOut.has(number) || unfilledAt[place];
  const lostCount = all.filter((number, place) => lost.has(place) && !isLeftOut(number, place)).length;
  const soldAt = await mapPaced(all, (number, place) => !lost.has(place) && !isLeftOut(number, place));
  const isSold = (_: unknown, place: number) => soldAt[place] === true;
  const numbers = all.filter(isSold);
  const sold =
    numbers.length === 0
      ? []
      : await quoteRecipients(deps, {
          ...{ userId, now: deps.clock.now(), numbers },
          parts: countParts(message).parts,
          shortParts: countParts(message, '160/153').parts,
          personal: personal && {
            parts: personal.parts.filter(isSold),
            shortParts: personal.shortParts.filter(isSold),
          },
          mms: media && media.mms.filter(isSold).map((way) => way !== LINK),
        });
  const notSold = lostCount > 0 ? [{ name: null, rate: null, mms: false, recipients: lostCount, cost: '0.0000' }] : [];
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
    ...{ total: formatMoney(total, 4), unfilled: unfilledAt.filter(Boolean).length },
    ...{ optedOut: optedOut.size, ...refusals },
    destinations: [...notSold, ...sold.map(({ unsold: _numbers, ...price }) => price)],
    media: media && { mms: waysOf(true), link: waysOf(false) },
  };
}

interface ToSend {
  userId: string;
  /** Undefined where it is not known yet. */
  senderId: string | undefined;
  /** Any carrier takes messages from it. */
  isCarried: boolean;
  /** E.164, each once. */
  numbers: readonly string[];
  /** Those that are not sold, and those that are known to be fixed lines. */
  unsold: readonly string[];
  fixedLines: readonly string[];
}

/**
 * Why a message would be refused, by the checks that sending it makes, in their order; each number has its first
 * reason. Fixed lines are left out of a message to others, and refuse it only where there are no others.
 * @throws not_found
 */
async function findRefusals(
  deps: Deps,
  { userId, senderId, isCarried, numbers, unsold, fixedLines }: ToSend,
): Promise<{ refused: number; refusals: Refusal[] }> {
  const asked = { userId, numbers };
  const countries = deps.config.allowances.closedCountries.messages;
  const sender =
    senderId === undefined
      ? { fault: null, refused: [] }
      : await findRefusedSender(deps, { ...asked, sender: senderId });
  const unproved = await findUnproved(deps, asked);
  const found = new Map<string | null, { code: Refusal['code']; words: Sentence }>();
  const note = (code: Refusal['code'], number: string | null, words: Sentence) => {
    if (!found.has(number)) found.set(number, { code, words });
  };
  const numberAt = (place: number) => numbers[place] ?? '';

  for (const { place, words } of await findClosed(deps.db, { ...asked, countries }))
    note('destination_closed', numberAt(place), words);
  if (sender.fault) note('sender_not_allowed', null, sender.fault);
  for (const { place, words } of sender.refused) note('sender_not_allowed', numberAt(place), words);
  if (!isCarried) note('sender_not_allowed', null, senderNotCarried(senderId));
  for (const { place, words } of unproved) note('destination_closed', numberAt(place), words);
  for (const number of unsold) note('destination_not_sold', number, sentence('notSold', { number }));
  for (const { place, code, words } of await findClosedByLimits(deps.db, asked)) note(code, numberAt(place), words);
  for (const number of fixedLines) note('fixed_line', number, sentence('fixedLineAhead', { number }));

  const named = [...found].slice(0, NUMBERS_NAMED);
  return {
    refused: found.size,
    refusals: named.map(
      ([
        number,
        {
          code,
          words: { text, ...name },
        },
      ]) => ({ ...{ number, code, message: text }, sentence: name }),
    ),
  };
}
