import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { and, arrayOverlaps, count, eq, inArray, ne, not } from 'drizzle-orm';
import { didNumbers, numberPorts } from '../../../../db/schema/index.ts';
import type { Acting, ActingWith, Owned } from '../../../callers/audit.ts';
import { lockUser } from '../../../callers/require-user.ts';
import { idOfUpload } from '../../../edge/uploads/link.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem, invalidField, sentence } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import type { Deps } from '../../deps.ts';
import { findCountry } from '../catalogue.ts';
import { isFree, numberTaken } from '../claim.ts';
import { requireFiles } from '../papers/hand-in.ts';
import { announcePort, changePort, type PortRow, presentPort, sealPin } from './change-port.ts';
import { MAX_OPEN_PORTS, type NumberPort, type PortBody } from './contract.ts';

type Asked = PortBody & { userId: string };

/**
 * Asks to bring numbers from another carrier, or corrects such a request (`portId`). An account asks for a number once; that
 * another account asks for it too does not keep out its owner.
 * @throws not_found, validation_failed, number_taken (it is here already), not_allowed_now (asked for already; too many; in progress)
 */
export async function savePort(
  { tx, deps, actor }: ActingWith<Deps>,
  { userId, portId, pin, authorityPath, billPath, ...asked }: Asked & { portId?: string },
): Promise<NumberPort> {
  const numbers = [...new Set(asked.numbers)];
  const countryCode = countryOf(numbers);
  if (asked.wishedOn !== null && asked.wishedOn <= tx.now.toISOString().slice(0, 10)) {
    throw invalidField('wishedOn', sentence('portDayOver'));
  }
  // The account's row is locked, so that two simultaneous requests are answered one after the other.
  await lockUser(tx, userId);
  await requireRoom(tx, { userId, numbers, portId });
  const id = portId ?? newId(tx.clock);
  const [authorityId, billId] = [authorityPath && idOfUpload(authorityPath), billPath && idOfUpload(billPath)];
  for (const [field, fileId] of Object.entries({ authorityPath: authorityId, billPath: billId })) {
    await requireFiles(tx, userId, fileId === null ? [] : [fileId], field);
  }
  const status = authorityId && billId ? ('submitted' as const) : ('papers_wanted' as const);
  const { losingCarrier, accountNumber, holder, wishedOn } = asked;
  const given = { numbers, countryCode, losingCarrier, accountNumber, holder, authorityId, billId, wishedOn, status };
  const sealedPin = sealPin(deps, id, pin);
  if (portId) {
    const which = and(eq(numberPorts.id, portId), eq(numberPorts.userId, userId));
    const change = { ...given, ...(sealedPin && { sealedPin }), words: null };
    return presentPort(await changePort({ tx, actor }, which, change, 'number_port.corrected'));
  }
  const times = { requestedAt: tx.now, changedAt: tx.now };
  const [row] = await tx.db
    .insert(numberPorts)
    .values({ id, userId, ...given, sealedPin, ...times })
    .returning();
  if (!row) throw new Error('a request that was just written is not there');
  await announcePort({ tx, actor }, row, 'number_port.requested');
  return presentPort(row);
}

/** Withdraws an open request. @throws not_found, not_allowed_now */
export async function withdrawPort({ tx, actor }: Acting, { userId, portId }: Owned<'portId'>): Promise<NumberPort> {
  const which = and(eq(numberPorts.id, portId), eq(numberPorts.userId, userId));
  return presentPort(await changePort({ tx, actor }, which, { status: 'withdrawn' }, 'number_port.withdrawn'));
}

/** The country that all of them are of, and where numbers are sold. @throws validation_failed */
function countryOf(numbers: readonly string[]): string {
  const codes = new Set(
    numbers.map((number) => {
      const parsed = parsePhoneNumberFromString(number);
      // A range may be newer than what is known of its country's numbers.
      return parsed?.country ?? parsed?.getPossibleCountries()[0] ?? '';
    }),
  );
  const [code = ''] = codes;
  if (codes.size > 1) throw invalidField('numbers', sentence('portOneCountry'));
  if (!findCountry(code)) throw invalidField('numbers', sentence('noNumbersThere'));
  return code;
}

async function requireRoom(
  tx: Transaction,
  { userId, numbers, portId }: Pick<PortRow, 'userId' | 'numbers'> & { portId: string | undefined },
): Promise<void> {
  const [taken] = await tx.db
    .select({ id: didNumbers.id })
    .from(didNumbers)
    .where(and(inArray(didNumbers.number, numbers), not(isFree(tx.now))))
    .limit(1);
  if (taken) throw numberTaken();
  const others = and(
    eq(numberPorts.userId, userId),
    inArray(numberPorts.status, ['submitted', 'papers_wanted', 'in_progress']),
    portId ? ne(numberPorts.id, portId) : undefined,
  );
  const [same] = await tx.db
    .select({ id: numberPorts.id })
    .from(numberPorts)
    .where(and(others, arrayOverlaps(numberPorts.numbers, numbers)))
    .limit(1);
  if (same) throw new Problem('not_allowed_now', sentence('portAsked'));
  const [open] = await tx.db.select({ count: count() }).from(numberPorts).where(others);
  if (open && open.count >= MAX_OPEN_PORTS) {
    throw new Problem('not_allowed_now', sentence('portsFull', { count: MAX_OPEN_PORTS }));
  }
}
