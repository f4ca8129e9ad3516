import { sql as template } from 'drizzle-orm';
import type { Sender } from '../../../../callers/credentials.ts';
import { forbidden, suspended } from '../../../../callers/caller.ts';
import { admit } from '../../../../callers/guards.ts';
import type { Deps } from '../../../deps.ts';
import { brokenConstraint, repeatGivenUp } from '../../../../platform/events/transact.ts';
import { idempotencySince, replayAnswer } from '../../../../edge/http/idempotency.ts';
import { callingCode } from '../../../../platform/kit/calling-code.ts';
import { fault, type Wording } from '../../../../platform/kit/faults.ts';
import { Problem, notFound, sentence } from '../../../../platform/kit/errors.ts';
import { firstIdOfMany, newId } from '../../../../platform/kit/ids.ts';
import type { IdempotencyKey } from '../../../../callers/route.ts';
import { RawJson } from '../../../../platform/kit/answer.ts';
import { noteLimitReached } from '../../../../money/allowances/limit-reached.ts';
import { formatMoney, type Money, parseMoney, ZERO } from '../../../../platform/kit/money.ts';
import { currentRequest } from '../../../../platform/kit/request.ts';
import { mapPaced, Pace } from '../../../../platform/kit/turn.ts';
import { KEY_LIMIT } from '../../../../money/ledger/charge-sms.ts';
import { insufficientCredits } from '../../../../money/ledger/enter.ts';
import { marginsOwed } from '../../../../money/margins/owed-margins.ts';
import { nextDay, overLimit, spendLimitReached } from '../../../../money/allowances/spend-limits.ts';
import { RECIPIENTS_SHOWN, sendSms as endpoint } from '../../contract.ts';
import { countParts } from '../../../../shared/parts.ts';
import { TEXT_SEPARATOR } from '../../../../money/pricing/price-recipients.ts';
import { prefixesOf } from '../../../../money/pricing/rate-row-sql.ts';
import { notSold } from '../../../../money/pricing/read-price.ts';
import { type PersonalTexts } from '../write-personal-texts.ts';
import type { PlannedMedia } from '../../media/plan-media.ts';
import { isLikelyDirect, noteDirect } from './payers.ts';
import { runSend, runShortSend, type SendParameters, type SendRow } from './statement.ts';
import { wording } from '../../../../platform/kit/wordings.ts';

/** A message with more recipients than this is sent behind the small ones. */
const BULK_ABOVE = 10;

/** How often the statement is repeated if its snapshot was too old; each repetition has its own reason, below. */
const LOOKS = 4;

/** A message whose recipients and time have been checked. */
export interface CheckedMessage {
  owner: string;
  senderId: string;
  /** E.164, each once. */
  numbers: readonly string[];
  message: string;
  /** Each number's own text; null if all get the message's text. */
  personal: PersonalTexts | null;
  sendAt: Date | null;
  /** For how many minutes it is useful; null: as long as carriers try. */
  validityMinutes: number | null;
  /** The message whose failed recipients get this one. */
  resendOf: string | null;
  messageId?: string;
  /** The price that the caller was shown, in pounds; null: any. */
  price: string | null;
  /** The indexes of the numbers that get no message and are not charged; never all of them. */
  unreached: readonly number[];
  /**
   * The amount that each number counts against the spend limits where that is more than its price (`BelowCost.risks`).
   */
  risks: string | null;
  /** The picture that goes with it; then each has a text of its own. */
  media?: PlannedMedia | null;
  /** Somebody waits for it: a code, or an automatic answer. */
  urgent?: boolean;
  /** It also goes to those who want no messages from this account. */
  despiteOptOut?: boolean;
  /** The word for which it waits until an administrator has looked at it; null: for none. */
  heldFor?: string | null;
}

/**
 * The only way to the statement that sends: charges for a checked message, queues it and stores its answer, usually in
 * one round trip. The reasons are in docs/fast-send.md.
 * @returns the answer as JSON text; the first answer if the key was used before
 * @throws simulated_only, not_signed_in, account_suspended, forbidden, second_factor_needed, idempotency_key_reused, not_found,
 *   destination_not_sold, recipient_opted_out, price_changed, insufficient_credits, spend_limit_reached,
 *   destination_closed
 */
export async function acceptSms(
  { deps, credential, key }: { deps: Deps; credential: Sender; key: IdempotencyKey | null },
  message: CheckedMessage,
): Promise<RawJson> {
  deps.carriers.requireSelling();
  const parameters = await toParameters(deps, credential, key, message);
  for (let look = 1; ; look++) {
    const outcome = await repeatGivenUp(() => attempt(deps, parameters));
    if (outcome === null) continue;
    if (typeof outcome === 'string') {
      deps.bus.wake();
      // A scheduled or large message is a job, which wakes its own worker.
      if (!parameters.bulk && !parameters.sendAt) deps.signals.smsQueued.fire();
      return new RawJson(outcome);
    }
    if (look < LOOKS && mayHaveChanged(outcome, parameters)) continue;
    if (!outcome.allowed) throw await refusal(deps, credential, message.owner);
    return noteLimitReached(deps, {
      userId: message.owner,
      work: async () => explain(deps, outcome, { key, parameters }),
    });
  }
}

/**
 * Tries the short statement where it may be enough, then the long one. Returns the answer as JSON text; or the row that
 * says why nothing was charged; or null if a request with the same key was faster and the next try finds its answer.
 */
async function attempt(deps: Deps, parameters: SendParameters): Promise<string | SendRow | null> {
  const { owner } = parameters;
  try {
    const short = isLikelyDirect(owner) && runShortSend(parameters);
    const [charged] = short ? await short(deps.sql, parameters) : [];
    if (charged) return charged.answer;
    const [row] = await runSend(parameters)(deps.sql, parameters);
    if (!row) throw new Error('a send answered nothing');
    if (row.answer === null) return row;
    if (short) noteDirect(owner, row.is_direct);
    return row.answer;
  } catch (error) {
    if (brokenConstraint(error) === KEY_LIMIT) {
      const day = nextDay(parameters.now).toISOString().slice(0, 10);
      throw new Problem('spend_limit_reached', sentence('keyLimitReached', { day }));
    }
    if (brokenConstraint(error) !== KEY_CONSTRAINT) throw error;
    const { method, path, key, bodyHash: _bodyHash, keysSince } = parameters;
    // It may also be a key that is older than a day and not deleted yet.
    await deps.db.execute(template`
      delete from idempotency_keys
      where method = ${method} and path = ${path} and key = ${key}
        and created_at <= ${keysSince.toISOString()}::timestamptz`);
    return null;
  }
}

const KEY_CONSTRAINT = 'idempotency_keys_user_id_method_path_key_pk';

/**
 * A refusal although the statement saw enough credit and unreached limits when it began: it waited for another charge,
 * which may have been this same request with its key.
 */
function mayHaveChanged(row: SendRow, shown: Shown): boolean {
  if (!row.allowed || row.stored_response !== null || row.credits === null || row.price === null) return false;
  if (isOtherPrice(row, shown)) return false;
  if (row.over_limit !== null || row.unsold !== null || row.suspended || row.margins_owed !== null) return false;
  return parseMoney(row.credits) >= parseMoney(row.price);
}

/** Tells whether a message costs another sum than the caller was shown, or more where some recipients are not charged. */
function isOtherPrice({ price }: SendRow, { shownPrice, unreachedEach }: Shown): boolean {
  if (shownPrice === null || price === null) return false;
  const [shown, asked] = [parseMoney(shownPrice), parseMoney(price)];
  return unreachedEach === null ? shown !== asked : asked > shown;
}
type Shown = Pick<SendParameters, 'shownPrice' | 'unreachedEach'>;

const recipientOptedOut = (number: string): Problem =>
  new Problem('recipient_opted_out', sentence('recipientOptedOut', { number }));

/** 409, with the present price. */
const messagePriceChanged = (price: Money): Problem =>
  new Problem('price_changed', fault('messagePriceChanged', { limit: `£${formatMoney(price)}` }), {
    price: formatMoney(price),
  });

/** The statement only says that the caller may not; the error is the same as on every other route. */
async function refusal(deps: Deps, credential: Sender, owner: string): Promise<unknown> {
  return admit(deps, credential, endpoint, owner).then(forbidden, (error: unknown) => error);
}

/** Why nothing was charged, in the order of a verb's checks; or the stored answer. */
function explain(
  { config }: Pick<Deps, 'config'>,
  row: SendRow,
  { key, parameters }: { key: IdempotencyKey | null; parameters: SendParameters },
): RawJson {
  if (key && row.stored_body_hash !== null && row.stored_status !== null && row.stored_response !== null) {
    const stored = {
      bodyHash: row.stored_body_hash,
      status: row.stored_status,
      response: row.stored_response,
    };
    return new RawJson(replayAnswer(config, stored, key).text);
  }
  if (row.suspended) throw suspended();
  if (row.unsold !== null) throw notSold(row.unsold, (row.unsold_count ?? 1) - 1);
  // Where only some want no messages, the others have a price; fixed lines among those have none.
  if (row.opted_out !== null && (row.price === null || parseMoney(row.price) === ZERO)) {
    throw recipientOptedOut(row.opted_out);
  }
  if (row.credits === null || row.price === null) throw notFound('User');
  if (row.margins_owed !== null) throw marginsOwed(row.margins_owed);
  const [credits, price] = [parseMoney(row.credits), parseMoney(row.price)];
  if (isOtherPrice(row, parameters)) throw messagePriceChanged(price);
  if (credits >= price && row.over_limit !== null) {
    throw spendLimitReached(overLimit.parse(JSON.parse(row.over_limit)), parameters.now);
  }
  throw insufficientCredits(credits, price);
}

async function toParameters(
  { clock, config }: Deps,
  credential: Sender,
  key: IdempotencyKey | null,
  {
    owner,
    senderId,
    message,
    numbers,
    personal,
    sendAt,
    validityMinutes,
    resendOf,
    messageId,
    price,
    unreached,
    risks,
    media = null,
    despiteOptOut = false,
    urgent = false,
    heldFor = null,
  }: CheckedMessage,
): Promise<SendParameters> {
  const now = clock.now();
  const differentCodes = new Set<string>();
  const codes = await mapPaced(numbers, (number) => {
    const code = callingCode(number);
    differentCodes.add(code);
    return code;
  });
  const pace = new Pace();
  const join = async (values: readonly (string | number)[], separator = ',') => {
    if (pace.isOver()) await pace.rest();
    return values.join(separator);
  };
  const [first = ''] = numbers;
  return {
    ...credential,
    now,
    secondFactorNeeded: config.adminTwoFactor === 'required',
    owner,
    codes: [...differentCodes].join(','),
    prefixes: numbers.length === 1 ? prefixesOf(first) : null,
    codeOfEach: await join(codes),
    transactionId: newId(clock),
    entryId: newId(clock),
    wording: JSON.stringify(describe(numbers)),
    shownPrice: price,
    despiteOptOut,
    key: key?.key ?? null,
    method: key?.method ?? '',
    path: key?.path ?? '',
    keysSince: key?.since ?? idempotencySince(now),
    messageId: messageId ?? newId(clock),
    senderId,
    message,
    parts: countParts(message).parts,
    shortParts: countParts(message, '160/153').parts,
    recipientCount: numbers.length,
    unreachedEach: unreached.length === 0 ? null : flagsOf(unreached, numbers.length),
    bulk: numbers.length > BULK_ABOVE,
    urgency: numbers.length > 1 ? 2 : urgent ? 0 : 1,
    sendAt,
    validityMinutes,
    ...{ resendOf, heldFor, requestId: currentRequest() },
    mediaId: media?.id ?? null,
    mediaKey: media?.key ?? null,
    mmsOfEach: media && (await join(media.mms)),
    firstId: firstIdOfMany(clock),
    numbers: await join(numbers),
    riskOfEach: risks === null ? null : without(risks, unreached),
    texts: personal && (await join(personal.texts, TEXT_SEPARATOR)),
    partsOfEach: personal && (await join(personal.parts)),
    shortPartsOfEach: personal && (await join(personal.shortParts)),
    shown: RECIPIENTS_SHOWN.sent,
    bodyHash: key?.bodyHash ?? '',
  };
}

/** For each number whether it is left out, 1 or 0, separated by commas. */
const flagsOf = (places: readonly number[], count: number): string => {
  const left = new Set(places);
  return Array.from({ length: count }, (_, place) => (left.has(place) ? 1 : 0)).join(',');
};

/** The description of a message in the list of transactions. */
const describe = ([number = '', ...others]: readonly string[]): Wording =>
  others.length === 0 ? wording('sms', { number }) : wording('smsMany', { count: others.length + 1 });

/** A number that gets no message risks nothing. */
function without(risks: string, unreached: readonly number[]): string {
  const each = risks.split(',');
  for (const place of unreached) each[place] = '';
  return each.join(',');
}
