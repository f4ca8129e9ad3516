import { sql as template } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../../db/client.ts';
import type { Kept, KeptValues } from '../../shared/kept-settings.ts';
import * as kit from '../kit/seal.ts';
import type { Secrets } from '../kit/secrets.ts';

const placeOf = (name: string) => ({ purpose: 'kept settings', ownerId: name });

/** Encrypts a value for the database, bound to its name. @param name also that of a request with several values */
export const sealKept = (secrets: Pick<Secrets, 'sessionSecret'>, name: string, value: string): string =>
  kit.seal(secrets, placeOf(name), value);

const values = z.record(z.string(), z.string());

/** Several values that a request for approval has. @throws if they cannot be opened any more */
export const openAsked = (secrets: Secrets, sealed: string): KeptValues =>
  values.parse(JSON.parse(kit.unseal(secrets, placeOf('request'), sealed) ?? 'null'));
export const sealAsked = (secrets: Secrets, asked: KeptValues): string =>
  sealKept(secrets, 'request', JSON.stringify(asked));

/**
 * Reads what administrators set in the panel. Values that cannot be opened, because their secret is gone, are left out.
 */
export async function readKept(db: Queryable, secrets: Secrets): Promise<Kept> {
  const rows = await db.execute<{ name: string; sealed: string | null; at: string }>(template`
    select name, sealed_value as sealed, changed_at::text as at from kept_settings order by changed_at`);
  const opened = rows.flatMap(({ name, sealed }) => {
    const value = sealed === null ? null : kit.unseal(secrets, placeOf(name), sealed);
    return value === null ? [] : [[name, value] as const];
  });
  return { values: Object.fromEntries(opened), at: rows.at(-1)?.at ?? '' };
}
