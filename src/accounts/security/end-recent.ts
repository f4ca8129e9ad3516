import { and, eq, gte, inArray } from 'drizzle-orm';
import { auditLog } from '../../../db/schema/index.ts';
import type { AuditAction } from '../../shared/audit-actions.ts';
import { endRecentPasskeys } from '../../callers/sign-in/passkeys/remove-passkey.ts';
import { endPeople } from '../../callers/people/invite.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { LeftBehind } from '../../platform/mail/contract.ts';
import { giveUpHost } from '../../resale/brands/give-up-brand.ts';
import { endAnswers } from '../../services/inbox/answers/end-answers.ts';
import { endAnswerPlans } from '../../services/numbers/end-numbers.ts';
import { endAddresses } from '../../services/trunks/addresses/end-addresses.ts';
import { endCredentials } from '../../services/trunks/end-credentials.ts';
import { endWebhooks } from '../webhooks/webhooks.ts';

/**
 * Ends what the account itself has made or changed since then and what goes on without a session: whoever had the
 * session may have made it. The audit log says what that was. SIP credentials end whenever they were made, because
 * their secret may have been copied. Its owner is told what ended, and sets up again what was theirs.
 * @returns what ended
 */
export async function endRecent(
  tx: Transaction,
  { userId, since }: { userId: string; since: Date },
): Promise<LeftBehind[]> {
  const changed = (...actions: AuditAction[]) => findChanges(tx, { userId, since }, actions);
  const hooks = await changed('webhook.created', 'webhook.changed', 'webhook.secret_rotated');
  const plans = (await changed('number.changed')).filter(({ answerPlan }) => answerPlan !== undefined);
  const brand = await changed('brand.changed');
  const addresses = await changed('trunk_addresses.changed');
  const answers = await changed('answer_rules.changed');
  const ended: [LeftBehind['what'], string[]][] = [
    ['passkey', await endRecentPasskeys(tx, userId, since)],
    ['person', await endPeople(tx, userId, { since })],
    ['webhook', await endWebhooks(tx, userId, idsIn(hooks, 'webhookId'))],
    ['sip', await endCredentials(tx, userId)],
    ['addresses', await endAddresses(tx, userId, idsIn(addresses, 'packageId'))],
    ['calls', await endAnswerPlans(tx, userId, idsIn(plans, 'numberId'))],
    ['answers', await endAnswers(tx, userId, idsIn(answers, 'numberId'))],
    [
      'host',
      await giveUpHost(
        tx,
        userId,
        brand.some(({ hostChanged }) => hostChanged === true),
      ),
    ],
  ];
  return ended.flatMap(([what, names]) => names.map((name) => ({ what, name })));
}

type Detail = Record<string, unknown>;

async function findChanges(
  tx: Transaction,
  { userId, since }: { userId: string; since: Date },
  actions: AuditAction[],
): Promise<Detail[]> {
  const rows = await tx.db
    .select({ detail: auditLog.detail })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectUserId, userId),
        eq(auditLog.actorId, userId),
        inArray(auditLog.action, actions),
        gte(auditLog.at, since),
      ),
    );
  return rows.map(({ detail }) => detail);
}

const idsIn = (details: Detail[], name: string): string[] =>
  details.flatMap(({ [name]: id }) => (typeof id === 'string' ? [id] : []));
