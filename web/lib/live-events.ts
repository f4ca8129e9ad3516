import type { z } from 'zod';
import { type EventName, EVENTS } from '../../src/events.ts';

export type { EventName };
export type LiveEvent<Name extends EventName> = z.output<(typeof EVENTS)[Name]['data']>;

export type LiveHandlers = { [Name in EventName]: (event: LiveEvent<Name>) => void };

const isEventName = (name: string): name is EventName => name in EVENTS;
export const EVENT_NAMES: readonly EventName[] = Object.keys(EVENTS).filter(isEventName);

/** The same, each kind with the type that its own schema gives. */
const KINDS: { [Name in EventName]: { data: z.ZodType<LiveEvent<Name>> } } = EVENTS;

/** The data of an event, by its own schema; null where it has another shape. */
export function eventOf<Name extends EventName>(name: Name, text: string): LiveEvent<Name> | null {
  const parsed = KINDS[name].data.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}
