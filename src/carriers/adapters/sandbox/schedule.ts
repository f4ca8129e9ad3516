/** Milliseconds, from and to. */
export type Span = readonly [number, number];

/** When a call rings, is answered (null: never) and ends. */
export interface Schedule {
  rings: string;
  answers: string | null;
  ends: string;
}

/** A leg ends with the call that leads on to it, or before its own answer if that would be later. */
export function cutAt(own: Schedule, end: string | undefined): { times: Schedule; isCut: boolean } {
  const until = end === undefined ? own.ends : iso(Math.min(Date.parse(end), Date.parse(own.ends)));
  const isCut = end !== undefined && own.answers !== null && Date.parse(own.answers) >= Date.parse(end);
  const rings = own.rings < until ? own.rings : until;
  return { times: { rings, answers: isCut ? null : own.answers, ends: until }, isCut };
}

/** A random number of milliseconds. */
export const between = ([from, to]: Span): number => from + Math.random() * (to - from);
export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
