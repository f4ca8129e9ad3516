import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { provenNumbers } from '../../../db/schema/index.ts';
import type { Sender } from '../../callers/credentials.ts';
import { admit } from '../../callers/guards.ts';
import type { IdempotencyKey } from '../../callers/route.ts';
import type { RawJson } from '../../platform/kit/answer.ts';
import { newId } from '../../platform/kit/ids.ts';
import { undoRefused } from '../../platform/kit/undo-refused.ts';
import type { Deps } from '../deps.ts';
import { sendSms } from '../messaging/sending/send.ts';
import { CODE_TEXTS } from '../senders/code-text.ts';
import { requireCountries } from '../senders/require-sender.ts';
import { parseNumber } from '../voice/parse-number.ts';
import { textNumberCode as endpoint } from './contract.ts';
import { readLanguage, requireUse, writeCode } from './new-code.ts';

const answered = z.object({ id: z.string() });

/**
 * Sends a code to a number: an ordinary message from the operator's sender, charged as one. The code is in no
 * history: it stands with the proof, and comes into the text when the message is handed over.
 * @throws as `sendSms`; not_allowed_now (see `requireUse`), rate_limited
 */
export async function textCode(
  { deps, credential, idempotencyKey }: { deps: Deps; credential: Sender; idempotencyKey: IdempotencyKey | null },
  { userId, number: typed }: { userId: string; number: string },
): Promise<RawJson> {
  await admit(deps, credential, endpoint, userId);
  const number = parseNumber(typed, 'number');
  requireCountries({ name: deps.config.codeSender, registeredIn: [], numbers: [number], pathOf: () => 'number' });
  await requireUse(deps, deps.db, { userId, number });
  const messageId = newId(deps.clock);
  // Before the message, which may leave at once.
  const { id } = await writeCode(deps, { userId, number, messageId });
  const forget = () => deps.db.delete(provenNumbers).where(eq(provenNumbers.id, id));
  const sending = sendSms(
    { deps, credential, idempotencyKey },
    {
      ...{ owner: userId, senderId: deps.config.codeSender, recipients: [number] },
      message: CODE_TEXTS[await readLanguage(deps.db, userId)],
      ...{ kind: 'one-time-code', messageId, fromHouse: true },
    },
  );
  const answer = await undoRefused(sending, forget);
  // The same key again: the first message brings the first code.
  if (answered.parse(JSON.parse(answer.text)).id !== messageId) await forget();
  return answer;
}
