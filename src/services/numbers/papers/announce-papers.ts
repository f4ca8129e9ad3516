import type { Transaction } from '../../../platform/events/transact.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { papersChangedEvent } from './events.ts';
import { countryOf, type PapersRow } from './present-papers.ts';

/** Tells the owner's screens, and administrators', how far papers are. */
export function announcePapers(tx: Transaction, row: PapersRow): void {
  const { id: papersId, userId, countryCode, status, reason } = row;
  tx.publish(papersChangedEvent, userId, {
    ...{ userId, papersId, country: countryOf(row), countryCode, status, reason },
  });
}

/** Tells them, and the owner by mail, that papers were accepted or rejected. */
export async function announceDecision(tx: Transaction, row: PapersRow): Promise<void> {
  announcePapers(tx, row);
  await writeMail(tx, row.userId, {
    kind: 'papers_decided',
    countryCode: row.countryCode,
    accepted: row.status === 'approved',
    reason: row.reason,
  });
}
