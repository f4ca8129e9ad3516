import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { SenderState } from '../../../db/enums.ts';
import { Problem, fieldError, sentence } from '../../platform/kit/errors.ts';
import type { Sentence } from '../../platform/kit/faults.ts';
import { type RefusedNumber, refuseNumbers } from '../../platform/kit/refused-numbers.ts';
import { mapPaced } from '../../platform/kit/turn.ts';
import { isName } from '../../shared/sender-id.ts';
import type { Deps } from '../deps.ts';
import { provenSince } from './lasting.ts';
import { isKeptName } from './kept-names.ts';
import { isOwnNumberSql } from './sender-state.ts';
import { senderRuleOf } from './sender-countries.ts';

interface SenderRow extends Record<string, unknown> {
  own: boolean;
  status: SenderState | null;
  reason: string | null;
  registered_in: string[] | null;
}

type Asked = Pick<Deps, 'clock'> & {
  db: Queryable;
  config: Pick<Deps['config'], 'sendersApproved' | 'provenNumberDays'>;
};

interface Wanted {
  userId: string;
  sender: string;
  /** The recipients, E.164. */
  numbers: readonly string[];
}

/**
 * Refuses a sender that is not the account's, and a name where a recipient's country does not take it.
 * @param pathOf the field of the number at this index
 * @throws sender_not_allowed
 */
export async function requireSender(deps: Asked, wanted: Wanted, pathOf: (place: number) => string): Promise<void> {
  const { fault, refused } = await findRefusedSender(deps, wanted);
  if (fault) throw new Problem('sender_not_allowed', fault, { fields: [fieldError('senderId', fault)] });
  refuseNumbers('sender_not_allowed', refused, pathOf);
}

/** The fault of a sender: in itself, for all recipients; or for those whose country does not take it. */
interface RefusedSender {
  fault: Sentence | null;
  refused: readonly RefusedNumber[];
}

const NOTHING_REFUSED: RefusedSender = { fault: null, refused: [] };

/**
 * Finds out whether a sender is the account's, and the recipients whose country does not take it: a name has to be
 * accepted, a number bought or proved. Nothing is asked where senders are free.
 */
export async function findRefusedSender(deps: Asked, { userId, sender, numbers }: Wanted): Promise<RefusedSender> {
  if (!deps.config.sendersApproved) return NOTHING_REFUSED;
  const row = await readSender(deps, userId, sender);
  if (row.own) return NOTHING_REFUSED;
  const fault = faultOf(sender, row);
  if (fault) return { fault, refused: [] };
  return { fault, refused: refusedByCountry({ name: sender, registeredIn: row.registered_in ?? [], numbers }) };
}

/**
 * The countries of recipients that take no names as senders, or only registered ones: their networks drop such a
 * message, or put another sender in its place. Known beforehand where senders are free; where they are not, such
 * recipients are refused.
 */
export async function countriesAgainst(
  { config }: { config: Pick<Asked['config'], 'sendersApproved'> },
  { sender, numbers }: Pick<Wanted, 'numbers'> & { sender: string | undefined },
): Promise<{ never: string[]; registration: string[] }> {
  const found = { never: new Set<string>(), registration: new Set<string>() };
  if (sender !== undefined && isName(sender) && !config.sendersApproved)
    await mapPaced(numbers, (number) => {
      const rule = senderRuleOf(number);
      if (rule) found[rule.rule].add(rule.country);
    });
  return { never: [...found.never].toSorted(), registration: [...found.registration].toSorted() };
}

async function readSender({ db, clock, config }: Asked, userId: string, sender: string): Promise<SenderRow> {
  const asked = {
    userId: template`${userId}::uuid`,
    sender: template`${sender}::text`,
    now: template`${clock.now().toISOString()}::timestamptz`,
    provenSince: template`${provenSince(config, clock.now()).toISOString()}::timestamptz`,
  };
  const [row] = await db.execute<SenderRow>(template`
    select ${isOwnNumberSql(asked)} as own, s.status, s.reason, s.registered_in
    from (select 1) one
    left join sender_names s on s.user_id = ${asked.userId} and lower(s.name) = lower(${asked.sender})`);
  return row ?? { own: false, status: null, reason: null, registered_in: null };
}

function faultOf(name: string, { status, reason }: SenderRow): Sentence | null {
  if (isKeptName(name)) return sentence('senderReserved', { name });
  if (status === 'requested') return sentence('senderWaiting', { name });
  if (status === 'rejected') return sentence('senderRejected', { name, reason: reason ?? '' });
  if (status === 'accepted') return null;
  return isName(name) ? sentence('senderUnknown', { name }) : sentence('senderNotYours', { number: name });
}

interface NameForCountries {
  name: string;
  registeredIn: readonly string[];
  /** The recipients, E.164. */
  numbers: readonly string[];
}

/**
 * Refuses a name where a recipient's country takes none, or only registered ones; a number is not refused.
 * @param pathOf the field of the number at this index
 * @throws sender_not_allowed naming the first hundred numbers whose country does not take the name
 */
export function requireCountries({
  pathOf,
  ...wanted
}: NameForCountries & { pathOf: (place: number) => string }): void {
  refuseNumbers('sender_not_allowed', refusedByCountry(wanted), pathOf);
}

function refusedByCountry({ name, registeredIn, numbers }: NameForCountries): RefusedNumber[] {
  if (!isName(name)) return [];
  return numbers.flatMap((number, place) => {
    const found = senderRuleOf(number);
    if (!found || (found.rule === 'registration' && registeredIn.includes(found.country))) return [];
    const { country, rule } = found;
    const words =
      rule === 'never'
        ? sentence('senderNever', { country, number })
        : sentence('senderRegistration', { country, number, name });
    return [{ place, words }];
  });
}

/**
 * Refuses a caller ID that is no number of the account's own. Nothing is asked where senders are free.
 * @throws sender_not_allowed
 */
export async function requireOwnCallerId(
  deps: Asked,
  { userId, callerId }: { userId: string; callerId: string },
): Promise<void> {
  if (!deps.config.sendersApproved) return;
  const number = `+${callerId.replace(/\D/g, '')}`;
  if (!isName(callerId) && (await readSender(deps, userId, number)).own) return;
  const words = sentence('senderNotYours', { number: callerId });
  throw new Problem('sender_not_allowed', words, { fields: [fieldError('callerId', words)] });
}
