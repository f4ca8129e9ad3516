import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { PortState } from '../../../../db/enums.ts';
import { numberPorts } from '../../../../db/schema/index.ts';
import { type Acting, audit } from '../../../callers/audit.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { seal, unseal } from '../../../platform/kit/seal.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { objectPath } from '../../../edge/uploads/link.ts';
import type { Deps } from '../../deps.ts';
import type { NumberPort } from './contract.ts';
import { portChangedEvent } from './events.ts';

export type PortRow = typeof numberPorts.$inferSelect;

/** The states that lead to each state. */
const FROM: Record<PortState, readonly PortState[]> = {
  submitted: ['submitted', 'papers_wanted'],
  papers_wanted: ['submitted', 'papers_wanted', 'in_progress'],
  in_progress: ['submitted', 'papers_wanted', 'in_progress'],
  ported: ['in_progress'],
  refused: ['submitted', 'papers_wanted', 'in_progress'],
  withdrawn: ['submitted', 'papers_wanted', 'in_progress'],
};

/**
 * Changes a request if its state allows that, and tells of it: the account by a letter and live, administrators live, the
 * audit log.
 * @throws not_found, not_allowed_now
 */
export async function changePort(
  { tx, actor }: Acting,
  which: SQL | undefined,
  change: Partial<PortRow> & { status: PortState },
  action: 'number_port.corrected' | 'number_port.withdrawn' | 'number_port.changed',
): Promise<PortRow> {
  const [before] = await tx.db.select().from(numberPorts).where(which).for('update');
  if (!before) throw notFound('Request');
  const [row] = await tx.db
    .update(numberPorts)
    .set({ ...change, changedAt: tx.now })
    .where(and(eq(numberPorts.id, before.id), inArray(numberPorts.status, [...FROM[change.status]])))
    .returning();
  if (!row) throw new Problem('not_allowed_now', sentence('portNotNow'));
  await announcePort({ tx, actor }, row, action);
  return row;
}

/** Tells of a new request, or of a changed one. */
export async function announcePort(
  { tx, actor }: Acting,
  { id: portId, userId, numbers, countryCode, status, words, portsOn }: PortRow,
  action: 'number_port.requested' | Parameters<typeof changePort>[3],
): Promise<void> {
  const said = { numbers, status, words, portsOn };
  tx.publish(portChangedEvent, userId, { userId, portId, countryCode, ...said });
  await writeMail(tx, userId, { kind: 'port_changed', ...said });
  const detail = { portId, status, reason: words, portsOn };
  await audit(tx, actor, action, { subject: numbers.join(', '), userId, detail });
}

const pathOf = (id: string | null) => id && objectPath(id);

/** A request as its owner sees it. */
export const presentPort = (row: PortRow): NumberPort => ({
  ...presentState(row),
  given: row.holder && {
    ...{ accountNumber: row.accountNumber ?? '', holder: row.holder },
    ...{ authorityPath: pathOf(row.authorityId), billPath: pathOf(row.billId) },
  },
});

/** Its state alone. */
export const presentState = (row: PortRow): Omit<NumberPort, 'given'> => ({
  ...{ id: row.id, numbers: row.numbers, countryCode: row.countryCode, losingCarrier: row.losingCarrier },
  ...{ status: row.status, words: row.words, wishedOn: row.wishedOn, portsOn: row.portsOn },
  requestedAt: row.requestedAt.toISOString(),
  changedAt: row.changedAt.toISOString(),
});

const placeOf = (ownerId: string) => ({ purpose: 'number-port', ownerId });

/** Whoever knows the PIN can take the number away. Null where there is none. */
export const sealPin = ({ config }: Pick<Deps, 'config'>, portId: string, pin: string): string | null =>
  pin === '' ? null : seal(config, placeOf(portId), pin);

export const openPin = ({ config }: Pick<Deps, 'config'>, { id, sealedPin }: PortRow): string | null =>
  sealedPin && unseal(config, placeOf(id), sealedPin);
