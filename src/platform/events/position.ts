import type { Sql } from 'postgres';

/*
 * Where a reader of the outbox stands: the place of the event that it read last. It is sent as an event's
 * `id` and comes back as `Last-Event-ID`; every process and every stream gives an event the same one.
 */

/** Committed events that are placed in one go; more take several, so that no lock is held for long. */
const PLACE_AT_ONCE = 2000;

/** Reads a `Last-Event-ID`; null where it is none of ours. */
export const parsePosition = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);

/** Gives every event that has committed its place, and says where the last one is. */
export async function lastPosition(sql: Sql): Promise<number> {
  await placeAll(sql);
  const [row] = await sql<{ position: string }[]>`select last_event_position() as position`;
  return Number(row?.position ?? 0);
}

/** Gives the events that have committed by now their places. */
export async function placeAll(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ placed: number }[]>`select place_events(${PLACE_AT_ONCE}) as placed`;
    if ((row?.placed ?? 0) < PLACE_AT_ONCE) return;
  }
}

/** An event as the outbox holds it. */
export interface PlacedEvent {
  position: string;
  name: string;
  user_id: string | null;
  to_owner: boolean;
  to_admins: boolean;
  to_everyone: boolean;
  data: string;
}

/**
 * What comes after a position, in order; where that is more than fits, the first of it. Everything that had
 * committed before the call is in it or comes after it.
 */
export const readAfter = async (
  sql: Sql,
  position: number,
): Promise<{ events: PlacedEvent[]; more: boolean }> => {
  const events = await sql<PlacedEvent[]>`select * from read_events(${position}, ${PLACE_AT_ONCE})`;
  return { events, more: events.length === PLACE_AT_ONCE };
};
