import { sql as template } from 'drizzle-orm';
import { prepared } from '../../db/prepared.ts';
import type { Deps } from './deps.ts';
import type { Carrier } from './port.ts';
import { readActive } from './registry.ts';

const selectDown = prepared<Record<never, never>, { name: string }>(
  () => template`select name from provider_health where not healthy`,
);

/**
 * The carriers in the order in which a message should try them: the active one, then the healthy ones
 * after it in the order of the list, then the others. Where the active one is not configured any more the
 * list begins at its start, until the next probe chooses another.
 */
export async function preferredCarriers(deps: Pick<Deps, 'sql' | 'clock' | 'carriers'>): Promise<Carrier[]> {
  const [active, down] = await Promise.all([readActive(deps), selectDown(deps.sql, {})]);
  const { list } = deps.carriers;
  const place = Math.max(
    0,
    list.findIndex((carrier) => carrier.name === active),
  );
  const others = [...list.slice(place + 1), ...list.slice(0, place)];
  const isDown = (carrier: Carrier) => down.some(({ name }) => name === carrier.name);
  return [
    ...list.slice(place, place + 1),
    ...others.filter((carrier) => !isDown(carrier)),
    ...others.filter(isDown),
  ];
}
