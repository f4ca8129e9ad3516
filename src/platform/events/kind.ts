import { z } from 'zod';
import type { Duty } from '../kit/duties.ts';
import { isoTime, named } from '../kit/schemas.ts';

/** The streams that an event goes to; `owner` is the user to whom it is addressed. */
export interface Audience {
  owner: boolean;
  admins: boolean;
  everyone: boolean;
}

/** For administrators who may not do everything: the duties that are told of each kind of event. */
const HEARD = new Map<string, ReadonlySet<string>>();

/** Tells whether an administrator is told of events of a name. Who may read everything is told of all. */
export const hears = (duty: Duty | null, name: string): boolean =>
  duty === null || duty === 'reader' || Boolean(HEARD.get(name)?.has(duty));

/** The names of all events of which an administrator is told; null: of all. */
export const heardBy = (duty: Duty | null): string[] | null =>
  duty === null || duty === 'reader' ? null : [...HEARD.keys()].filter((name) => hears(duty, name));

/** A kind of event: its name on the stream, the shape of its `data`, and who is told. */
export interface EventKind<Name extends string = string, Data extends z.ZodObject = z.ZodObject> {
  name: Name;
  data: Data;
  audience: Audience;
  /**
   * Tells whether the owner's webhooks are told too; an id: only that one, whatever it listens for. For some
   * kinds only certain events are told.
   */
  forWebhooks: (data: z.input<Data>) => boolean | string;
}

/** The data of an event as it is published; `at` is the moment of its transaction. */
export type EventData<Kind extends EventKind> = Omit<z.input<Kind['data']>, 'at'>;

type Told = 'owner' | 'admins' | 'everyone' | 'webhooks' | Duty;

/**
 * Declares a kind of event. Each domain declares its own beside its contract; `src/events.ts` lists them all.
 * @param to who is told: the owner's `webhooks`, too; administrators who may not do everything, by their duties
 * @param shape the shape of its data beside `at`
 * @param forWebhooks for kinds of which webhooks are told of certain events only
 */
export function eventKind<Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  to: readonly Told[],
  shape: Shape,
  forWebhooks: EventKind<Name, WithTime<Shape>>['forWebhooks'] = () => to.includes('webhooks'),
): EventKind<Name, WithTime<Shape>> {
  const data = z.object({ at: isoTime, ...shape });
  named(eventSchemaName(name), data);
  HEARD.set(name, new Set(to));
  const audience = { owner: to.includes('owner'), admins: to.includes('admins'), everyone: to.includes('everyone') };
  return { name, data, audience, forWebhooks };
}

type WithTime<Shape> = z.ZodObject<{ at: typeof isoTime } & Shape>;

/** The schema name of an event's data: `payment-verified` becomes `PaymentVerifiedEvent`. */
export function eventSchemaName(event: string): string {
  const words = event.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}
