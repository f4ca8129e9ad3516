import { call, newIdempotencyKey } from '../../lib/call.ts';
import type { KnownIds } from './example-request.ts';
import { ID_PATHS, type Made } from './made-first.ts';

const PAUSE_MS = 1000;

type Thing = Record<string, unknown>;

/**
 * Makes what an example acts on, as the example itself does, and waits until it is ready.
 * @returns the ids of what was made, with those that were known. Throws `ApiError`, and the signal's reason.
 */
export async function runFirst(made: Made, ids: KnownIds, signal: AbortSignal): Promise<KnownIds> {
  const { endpoint, body, variable, wait } = made;
  let thing = asThing(
    await call(endpoint, { params: ids, body, idempotencyKey: newIdempotencyKey(), signal }),
  );
  if (!wait) return idsIn(thing, variable, ids);
  while (subject(thing, wait.list)?.[wait.field] !== wait.value) {
    await pause(signal);
    thing = asThing(await call(wait.endpoint, { params: idsIn(thing, variable, ids), signal }));
  }
  return idsIn(thing, variable, ids);
}

function idsIn(thing: Thing, variable: Made['variable'], known: KnownIds): KnownIds {
  const found = Object.entries(ID_PATHS)
    .filter(([, from]) => from.variable === variable)
    .flatMap(([name, { list }]) => {
      const id = subject(thing, list)?.id;
      return typeof id === 'string' ? [[name, id] as const] : [];
    });
  return { ...known, ...Object.fromEntries(found) };
}

/** Itself, or the first of a list of its own. */
function subject(thing: Thing, list: string | undefined): Thing | undefined {
  if (!list) return thing;
  const values = thing[list];
  return Array.isArray(values) && values.length > 0 ? asThing(values[0]) : undefined;
}

const asThing = (value: unknown): Thing => Object.fromEntries(Object.entries(value ?? {}));

function pause(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, PAUSE_MS);
  return promise;
}
