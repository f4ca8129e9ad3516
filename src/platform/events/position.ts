import { type SQL, sql as template } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { prepared } from '../../../db/prepared.ts';

/*
 * The position of a reader in the outbox: that of the event that it read last. It is sent as an event's `id`
 * and comes back as `Last-Event-ID`; an event has the same position in every process and every stream.
 */

/** How many committed events get a position in one statement, so that no lock is held for long. */
const PLACE_AT_ONCE = 2000;

/** Reads a `Last-Event-ID`; null where we did not make it. */
export const parsePosition = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);

const selectLast = prepared<Record<never, never>, { position: string }>(
  () => template`select position from event_frontier`,
);

/** Gives every committed event its position, and returns the last one. */
export async function lastPosition(sql: Sql): Promise<number> {
  await placeAll(sql);
  const [row] = await selectLast(sql, {});
  return Number(row?.position ?? 0);
}

/** Tells whether events have no position yet: without an open stream they would pile up. */
export const eventsWait = (): SQL => template`events_wait()`;

const place = prepared<{ most: number }, { placed: number }>((p) => template`select place_events(${p.most}) as placed`);

/** Gives positions to the events that have committed by now. */
export async function placeAll(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await place(sql, { most: PLACE_AT_ONCE });
    if ((row?.placed ?? 0) < PLACE_AT_ONCE) return;
  }
}

/** An event as the outbox stores it. */
export interface PlacedEvent {
  position: string;
  /** When its transaction began, as PostgreSQL writes it. */
  at: string;
  name: string;
  user_id: string | null;
  to_owner: boolean;
  to_admins: boolean;
  to_everyone: boolean;
  data: string;
}

const read = prepared<{ position: number; most: number }, PlacedEvent>(
  (p) => template`select * from events_after(${p.position}, ${p.most})`,
);

/**
 * Reads the events after a position, in order; where there are too many for one read, the first of them.
 * Every event that committed before the call is either in the answer or follows it.
 */
export const readAfter = async (sql: Sql, position: number): Promise<{ events: PlacedEvent[]; more: boolean }> => {
  const events = await read(sql, { position, most: PLACE_AT_ONCE });
  return { events, more: events.length === PLACE_AT_ONCE };
};
