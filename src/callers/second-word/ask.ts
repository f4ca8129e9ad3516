import { secondWords } from '../../../db/schema/index.ts';
import { transact } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { audit } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { secondWordsEvent } from '../events.ts';
import type { Actor } from '../guards.ts';
import { readUser } from '../present-user.ts';
import type { Wanted } from './contract.ts';

/**
 * Where two administrators have to agree, writes down what one of them wants, and refuses to do it: another one
 * agrees to it in the list of requests. It waits once, however often it is asked for.
 * @throws not_found (the account), second_word_needed
 */
export async function needSecondWord(
  { deps, actor }: { deps: Deps; actor: Actor },
  wanted: Wanted,
): Promise<void> {
  if (deps.config.approvalAboveGbp === null) return;
  const subject =
    wanted.kind === 'administrator' ? wanted.email : (await readUser(deps.db, wanted.userId)).email;
  await transact(deps, async (tx) => {
    const [asked] = await tx.db
      .insert(secondWords)
      .values({
        id: newId(tx.clock),
        kind: wanted.kind,
        subject,
        wanted,
        requestedBy: actor.id,
        requestedAt: tx.now,
      })
      .onConflictDoNothing()
      .returning({ id: secondWords.id });
    if (!asked) return;
    tx.publish(secondWordsEvent, actor.id, { requestId: asked.id });
    await audit(tx, {
      actorId: actor.id,
      action: 'second_word.asked',
      subject,
      ...('userId' in wanted ? { subjectUserId: wanted.userId } : {}),
      detail: wanted,
    });
  });
  throw new Problem(
    'second_word_needed',
    'Written down. Another administrator has to agree, under the requests in the control panel.',
  );
}
