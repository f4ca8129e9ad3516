import { and, eq } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import { notFound, Problem } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import { learnAbility } from './learn-abilities.ts';
import { connectNumber } from './provisioning/connect-number.ts';
import type { Owned } from '../../callers/audit.ts';

/**
 * Tells a number's carrier again to which addresses it delivers messages and calls, and asks it what the number carries.
 * @throws not_found, provider_failed (the carrier did not confirm it)
 */
export async function checkNumber(
  { deps }: { deps: Deps },
  { userId, numberId }: Owned<'numberId'>,
): Promise<undefined> {
  const [row] = await deps.db
    .select()
    .from(didNumbers)
    .where(and(eq(didNumbers.id, numberId), eq(didNumbers.userId, userId), eq(didNumbers.status, 'active')));
  if (!row) throw notFound('Number');
  const checked = connectNumber({ deps }, row).then(() => learnAbility(deps, row));
  await checked.catch((error: unknown) => {
    deps.log.warn({ error, carrier: row.provider, number: row.number }, 'a number was not connected');
    throw new Problem('provider_failed', 'The carrier could not be told where messages go. Please try again');
  });
}
