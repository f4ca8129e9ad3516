import { and, eq } from 'drizzle-orm';
import { smsMessages, smsRecipients } from '../../../../db/schema/index.ts';
import type { Sender } from '../../../callers/credentials.ts';
import { admit } from '../../../callers/guards.ts';
import type { Deps } from '../../deps.ts';
import type { IdempotencyKey } from '../../../callers/route.ts';
import type { RawJson } from '../../../platform/kit/answer.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { resendSms as endpoint } from '../contract.ts';
import { requireProved } from '../../../money/trial/require-proved.ts';
import { requireOpen } from '../../../money/allowances/closed-destinations.ts';
import { countEach } from './write-personal-texts.ts';
import { requireSender } from '../../senders/require-sender.ts';
import { readScreen, refuseBlocked } from './blocked-words.ts';
import { refuseFixedLines } from './refuse-fixed-lines.ts';
import { requireAboveCost } from './require-above-cost.ts';
import { acceptSms } from './one-statement/accept.ts';
import { objectPath } from '../../../edge/uploads/link.ts';
import { planMedia, withLinks } from '../media/plan-media.ts';

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
  await admit(deps, credential, endpoint, owner);
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
