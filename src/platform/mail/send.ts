import { and, eq, type SQL, sql as template } from 'drizzle-orm';
import { mails } from '../../../db/schema/index.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Deps } from '../deps.ts';
import { answerWithin } from '../kit/answer-within.ts';
import { claimsOverAt } from '../kit/claims-over.ts';
import type { LookTimes } from '../schedule.ts';
import { compose, type Reader } from './compose.ts';
import { type Mail, mail as mailSchema } from './contract.ts';
import { type Attachment, type MailTransport, RefusedMail } from './transport.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kit/durations.ts';

/** A claim lasts well beyond the longest attempt; until it ends no other process tries. */
const ATTEMPT_MS = MINUTE_MS;
const CLAIM_MS = 3 * MINUTE_MS;
const AT_ONCE = 8;
/** A run ends after this time even if more is due, because a process that stops waits for its current run. */
const RUN_MS = 5 * SECOND_MS;
/** The pause after the first, second, … failed attempt; after the last attempt the mail is given up. */
const PAUSES_MS = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

interface ClaimedMail extends Reader {
  id: string;
  kind: string;
  recipient: string;
  data: Record<string, unknown>;
  attempts: number;
  created_at: string;
}

/** Makes the files that a mail brings; mostly none. */
export type Attach = (mail: Mail) => Promise<readonly Attachment[]>;

/** Tells whether a mail is due. */
export const mailsWait = (p: LookTimes): SQL => template`exists (
  select from mails where status = 'pending' and due_at <= ${p.now}::timestamptz)`;

const claimDue = prepared<{ now: Date; over: Date; until: Date }, ClaimedMail>(
  (p) => template`
    with due as (
      select id from mails where status = 'pending' and due_at <= ${p.now}::timestamptz
        and (attempts = 0 or due_at <= ${p.over}::timestamptz)
      order by due_at limit ${template.raw(String(AT_ONCE))} for update skip locked
    )
    update mails m set due_at = ${p.until}::timestamptz, attempts = m.attempts + 1
    from due, users u left join brands b on b.user_id = u.reseller_id
    where m.id = due.id and u.id = m.user_id
    returning m.id, m.kind, m.recipient, m.data, m.attempts, m.created_at::text, u.full_name, u.language,
      u.email_confirmed_at is not null and lower(u.email) = lower(m.recipient) as confirmed,
      b.name as brand_name, b.support_email as brand_support, case when b.host_proven_at is not null then b.host_name end as brand_host`,
);

/**
 * Sends the mails that are due. Several processes may do this: each mail is claimed by one. If a process ends
 * during an attempt, the attempt is repeated after the claim has ended, with the same Message-ID.
 */
export async function sendMails(
  deps: Deps,
  transport: MailTransport,
  attach: Attach = () => Promise.resolve([]),
): Promise<void> {
  const end = performance.now() + RUN_MS;
  do {
    const now = deps.clock.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    const claimed = await claimDue(deps.sql, { now, over: claimsOverAt(deps.clock), until });
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((mail) => attempt(deps, transport, mail, attach)));
  } while (performance.now() < end);
}

async function attempt(deps: Deps, transport: MailTransport, claimed: ClaimedMail, attach: Attach): Promise<void> {
  try {
    const mail = read(deps, claimed);
    const message = compose(deps.config, { ...claimed, createdAt: new Date(claimed.created_at), mail }, claimed);
    const attachments = await attach(mail);
    await answerWithin(ATTEMPT_MS, transport.send({ ...message, attachments }));
    // Recorded even if the claim has ended: the mail server has accepted the mail.
    await record(deps, eq(mails.id, claimed.id), { status: 'sent', error: null });
  } catch (error) {
    await recordFailure(deps, claimed, error instanceof Error ? error : new Error(String(error)));
  }
}

/** @throws {RefusedMail} where its link is no longer valid */
function read({ clock }: Deps, claimed: ClaimedMail): Mail {
  const mail = mailSchema.parse({ ...claimed.data, kind: claimed.kind });
  if ('linkId' in mail && new Date(mail.expiresAt) <= clock.now()) throw new RefusedMail('its link has expired');
  return mail;
}

async function recordFailure(deps: Deps, claimed: ClaimedMail, error: Error): Promise<void> {
  const { id: mailId, kind, attempts } = claimed;
  const pause = error instanceof RefusedMail ? undefined : PAUSES_MS[attempts - 1];
  const detail = { mailId, kind, attempts, error };
  // If the claim has ended meanwhile, the result of a later attempt counts.
  const latest = and(eq(mails.id, mailId), eq(mails.attempts, attempts));
  if (pause === undefined) {
    deps.log.error(detail, 'a mail could not be sent and was given up');
    await record(deps, latest, { status: 'failed', error: error.message });
  } else {
    deps.log.warn(detail, 'a mail could not be sent and will be tried again');
    const dueAt = new Date(deps.clock.now().getTime() + pause);
    await record(deps, latest, { error: error.message, dueAt });
  }
}

async function record(deps: Deps, which: SQL | undefined, result: Partial<typeof mails.$inferInsert>): Promise<void> {
  await deps.db
    .update(mails)
    .set(result)
    .where(and(which, eq(mails.status, 'pending')));
}
