import { sql as template } from 'drizzle-orm';
import { z } from 'zod';
import { addJobSql } from '../../../../db/jobs.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import type { Deps } from '../../deps.ts';
import { type CallRow, lockCall } from '../read-call.ts';
import { readIncoming } from './read-incoming.ts';
import { wantsMail } from './wants-mail.ts';

/** The job that writes of a missed call, unless its caller has left a message. */
export const WRITE_OF_MISSED = 'write-of-missed-call';

/** Within this time after a call its carrier has told of a message, if there is one. */
const MESSAGE_WITHIN = '5 minutes';

/** Writes to the owner of a number that a call to it was missed, where they want that. */
export async function writeOfMissed(tx: Transaction, call: CallRow): Promise<void> {
  if (!(await wantsMail(tx, call))) return;
  await writeMail(tx, call.userId, { kind: 'call_missed', from: call.callerId, to: call.destination });
}

/** Does so later: carriers tell of messages also after the end of a call, and a message has a letter of its own. */
export async function writeOfMissedLater(tx: Transaction, { id }: CallRow): Promise<void> {
  await tx.db.execute(
    template`select ${addJobSql(WRITE_OF_MISSED, {
      key: template`${`${WRITE_OF_MISSED}:${id}`}`,
      payload: template`json_build_object('callId', ${id}::text)`,
      delay: template`${MESSAGE_WITHIN}::interval`,
    })}`,
  );
}

const payload = z.object({ callId: z.uuid() });

/** The work of that job: a message that came meanwhile has its own letter. */
export async function writeUnlessMessage(deps: Deps, given: unknown): Promise<void> {
  const { callId } = payload.parse(given);
  await transact(deps, async (tx) => {
    const call = await lockCall(tx.db, callId);
    if (!call || (await readIncoming(tx.db, callId)).outcome !== 'missed') return;
    await writeOfMissed(tx, call);
  });
}
