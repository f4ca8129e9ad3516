import { and, eq } from 'drizzle-orm';
import { smsMessages, smsRecipients, users } from '../../../../db/schema/index.ts';
import type { Sender } from '../../../callers/credentials.ts';
import { admit } from '../../../callers/guards.ts';
import type { Deps } from '../../deps.ts';
import type { IdempotencyKey } from '../../../callers/route.ts';
import { RawJson } from '../../../platform/kit/answer.ts';
import { requireOpen } from '../../../money/allowances/closed-destinations.ts';
import { requireProved } from '../../../money/trial/require-proved.ts';
import type { Audience } from '../../contacts/contract.ts';
import { withContacts } from '../../contacts/with-contacts.ts';
import { resendSms as resendEndpoint, sendSms as sendEndpoint } from '../contract.ts';
import { cheaperSpelling } from '../../../shared/cheaper-spelling.ts';
import { countParts } from '../../../shared/parts.ts';
import { planMedia, withLinks } from '../media/plan-media.ts';
import type { Fields } from '../../../shared/personal-text.ts';
import { requireSender } from '../../senders/require-sender.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { objectPath } from '../../../edge/uploads/link.ts';
import { countEach, personalise } from './write-personal-texts.ts';
import { parseRecipients } from './parse-recipients.ts';
import { readScreen, refuseBlocked } from './blocked-words.ts';
import { requireAboveCost } from './require-above-cost.ts';
import { refuseFixedLines } from './refuse-fixed-lines.ts';
import { checkSendAt } from './check-send-at.ts';
import { type CheckedMessage, acceptSms } from './one-statement/accept.ts';

export interface SendInput {
  /** The account that pays. */
  owner: string;
  senderId: string;
  recipients: readonly string[];
  /** Contacts that get it as well. */
  contacts?: Audience | undefined;
  message: string;
  /** The `objectPath` of a picture. */
  media?: string | null | undefined;
  /** One per element of `recipients`: the values of `{name}` in the message. */
  fields?: readonly Fields[];
  /** `{name}` may be sent as it stands where nothing fills it. */
  unfilledPlaceholders?: boolean | undefined;
  /** It is written so that it costs fewer parts. */
  cheaperSpelling?: boolean | undefined;
  /** ISO 8601; if absent, at once. */
  sendAt?: string | null;
  /** Its purpose; a one-time code is useful for a few minutes. */
  kind?: 'message' | 'one-time-code' | undefined;
  /** For how many minutes it is useful; if absent, by its kind. */
  validityMinutes?: number | undefined;
  /** The price that the caller was shown, in pounds; absent: any. */
  price?: string | null | undefined;
  /** The id of the message, for a caller that has to store it first. */
  messageId?: string;
  /** Its sender is the operator's, and needs no more proof. */
  operatorSender?: boolean;
  /** It is sent from the operator's own sender, to a number of the account's owner. */
  fromHouse?: boolean;
  /** Somebody waits for it. Codes are urgent in any case. */
  urgent?: boolean;
  /** It also goes to those who want no messages from this account, as the answer to their STOP does. */
  despiteOptOut?: boolean;
}

/**
 * Accepts a message and charges for it: the parts of all its recipients × the account's rate, all or nothing. The same
 * statement queues it, and it is sent after that.
 * @returns the answer as JSON text; the first answer if the key was used before
 * @throws not_signed_in, account_suspended, forbidden, second_factor_needed, validation_failed (sendAt, recipients,
 *   fields, message, media), destination_closed, sender_not_allowed, destination_not_sold, fixed_line, idempotency_key_reused, not_found,
 *   recipient_opted_out (all of them want no messages from this account), insufficient_credits, spend_limit_reached
 */
export async function sendSms(
  { deps, credential, idempotencyKey: key }: { deps: Deps; credential: Sender; idempotencyKey: IdempotencyKey | null },
  input: SendInput,
): Promise<RawJson> {
  const requireAdmitted = () => admit(deps, credential, sendEndpoint, input.owner);
  const { replaced, ...checked } = await check(deps, input, requireAdmitted).catch(async (error: unknown) => {
    // A caller without the right gets 401 or 403 even where the input is bad, as on every route.
    await requireAdmitted();
    throw error;
  });
  return withReplaced(await acceptSms({ deps, credential, key }, checked), replaced);
}

/** A one-time code is not useful any more after this. */
const CODE_MINUTES = 10;

/** The text of a message, its recipients and its time. */
export async function readInput(deps: Deps, given: SendInput) {
  const input = await spelled(deps, given.owner, await withContacts(deps, given.owner, given));
  const cheaper = input.cheaperSpelling ? cheaperSpelling(input.message) : null;
  const sendAt = checkSendAt(input.sendAt ?? null, deps.clock.now());
  const rows = await parseRecipients(input.recipients);
  return { input, message: cheaper?.text ?? input.message, replaced: cheaper?.replaced, sendAt, rows };
}

/** A message that says whether it is written so that it costs fewer parts: where its sender does not, as the account wants. */
export async function spelled<Given extends Pick<SendInput, 'message' | 'fields' | 'cheaperSpelling'>>(
  { db }: Pick<Deps, 'db'>,
  owner: string,
  given: Given,
): Promise<Given> {
  const isPlain = !given.fields && countParts(given.message).encoding === 'GSM-7';
  if (given.cheaperSpelling !== undefined || isPlain) return given;
  const [account] = await db.select({ wants: users.cheaperSpelling }).from(users).where(eq(users.id, owner));
  return { ...given, cheaperSpelling: account?.wants === true };
}

/** The answer to a message says what was replaced in it. */
const withReplaced = (answer: RawJson, replaced: readonly string[] | undefined): RawJson =>
  replaced ? new RawJson(`${answer.text.slice(0, -1)},"replaced":${JSON.stringify(replaced)}}`) : answer;

async function check(
  deps: Deps,
  given: SendInput,
  requireAdmitted: () => Promise<unknown>,
): Promise<CheckedMessage & Pick<Awaited<ReturnType<typeof readInput>>, 'replaced'>> {
  const { owner, senderId } = given;
  const { input, message, replaced, sendAt, rows } = await readInput(deps, given);
  const places = [...rows.values()];
  const open = requireOpen(deps.db, {
    userId: owner,
    numbers: [...rows.keys()],
    countries: deps.config.allowances.closedCountries.messages,
    pathOf: (place) => `recipients.${places[place]}`,
  });
  const [screen] = await Promise.all([readScreen(deps), open]);
  const numbers = [...rows.keys()];
  if (!input.fromHouse) {
    const pathOf = (place: number) => `recipients.${places[place]}`;
    if (!input.operatorSender) {
      await requireSender(deps, { userId: owner, sender: senderId, numbers }, pathOf);
    }
    await requireProved(deps, { userId: owner, numbers }, pathOf);
  }
  const written = await personalise(input, places);
  const texts = input.fromHouse ? [] : (written?.texts ?? [message]);
  await refuseBlocked(deps, { owner, word: screen.blocked(texts), requireAdmitted });
  const media = await planMedia(deps, { userId: owner, senderId, numbers, media: input.media });
  const personal = media ? await withLinks(media, { message, personal: written }) : written;
  const risks = await requireAboveCost(deps, { userId: owner, senderId, numbers, message, personal });
  const validityMinutes = input.validityMinutes ?? (input.kind === 'one-time-code' ? CODE_MINUTES : null);
  const { messageId, despiteOptOut = false } = input;
  const unreached = input.fromHouse
    ? []
    : await refuseFixedLines(
        deps,
        { userId: owner, numbers, ask: requireAdmitted },
        (place) => `recipients.${places[place]}`,
      );
  return {
    ...{ owner, senderId, message, numbers, personal, sendAt, validityMinutes, resendOf: null, messageId },
    ...{ unreached, replaced },
    ...{ price: input.price ?? null, despiteOptOut },
    urgent: input.urgent === true || input.kind === 'one-time-code',
    ...{ risks, media, heldFor: screen.held(texts) },
  };
}

/**
 * Sends a message again to its failed recipients, as a new message that is charged as one.
 * @returns the answer as JSON text; the first answer if the key was used before
 * @throws not_signed_in, account_suspended, forbidden, second_factor_needed, not_found, not_allowed_now (it failed
 *   nowhere, or its text is gone), destination_closed, sender_not_allowed, destination_not_sold, fixed_line, idempotency_key_reused,
 *   insufficient_credits, spend_limit_reached
 */
export async function resendSms(
  { deps, credential, idempotencyKey: key }: { deps: Deps; credential: Sender; idempotencyKey: IdempotencyKey | null },
  { owner, message }: { owner: string; message: string },
): Promise<RawJson> {
  await admit(deps, credential, resendEndpoint, owner);
  const [original] = await deps.db
    .select({
      senderId: smsMessages.senderId,
      message: smsMessages.message,
      mediaId: smsMessages.mediaId,
      mediaKey: smsMessages.mediaKey,
      validityMinutes: smsMessages.validityMinutes,
    })
    .from(smsMessages)
    .where(and(eq(smsMessages.id, message), eq(smsMessages.userId, owner)));
  if (!original) throw notFound('Message');
  if (original.message === '') {
    throw new Problem('not_allowed_now', sentence('textNotKept'));
  }
  const failed = await deps.db
    .select({ number: smsRecipients.number, text: smsRecipients.text })
    .from(smsRecipients)
    .where(and(eq(smsRecipients.messageId, message), eq(smsRecipients.status, 'failed')))
    .orderBy(smsRecipients.id);
  const [first] = failed;
  if (!first) {
    throw new Problem('not_allowed_now', sentence('nothingFailed'));
  }
  const numbers = failed.map(({ number }) => number);
  const { messages: closed } = deps.config.allowances.closedCountries;
  await requireOpen(deps.db, { userId: owner, numbers, countries: closed, pathOf: () => 'recipients' });
  const sender = { userId: owner, sender: original.senderId, numbers };
  await requireSender(deps, sender, () => 'recipients');
  await requireProved(deps, { userId: owner, numbers }, () => 'recipients');
  const { senderId, message: text, mediaId, mediaKey, ...kept } = original;
  const written =
    first.text === null ? null : await countEach(failed.map((each) => withoutLink(each.text ?? text, mediaKey)));
  const screen = await readScreen(deps);
  const texts = written?.texts ?? [text];
  await refuseBlocked(deps, { owner, word: screen.blocked(texts), requireAdmitted: async () => undefined });
  const sent = { userId: owner, senderId, numbers, media: mediaId && objectPath(mediaId) };
  const media = await planMedia(deps, sent);
  const personal = media ? await withLinks(media, { message: text, personal: written }) : written;
  const risks = await requireAboveCost(deps, { userId: owner, senderId, numbers, message: text, personal });
  const unreached = await refuseFixedLines(deps, { userId: owner, numbers }, () => 'recipients');
  return acceptSms(
    { deps, credential, key },
    {
      owner,
      ...{ ...kept, senderId, message: text, media },
      numbers,
      personal,
      unreached,
      sendAt: null,
      resendOf: message,
      price: null,
      ...{ risks, heldFor: screen.held(texts) },
    },
  );
}

/** The text before the link to its picture, which gets a new one. */
const withoutLink = (text: string, key: string | null): string =>
  key !== null && text.endsWith(key) ? text.slice(0, text.lastIndexOf('\n')) : text;
