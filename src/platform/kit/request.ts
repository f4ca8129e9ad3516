import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Attributes, SpanContext } from '@opentelemetry/api';

/** In answers, and in what we ask carriers. */
export const REQUEST_HEADER = 'x-request-id';

/** What is worked for: a request, and where traces are kept the step that it is in. */
interface Work {
  /** Null: the program works of itself. */
  id: string | null;
  step: SpanContext | null;
}

/** A step of a trace. It never has a text, a number of a person, or a secret. */
export interface Step<Result> {
  name: string;
  kind: 'server' | 'client' | 'consumer';
  attributes: Attributes;
  /** What came of it. */
  cameTo?: (result: Result) => Attributes;
}

/** A step that has begun. */
interface Begun {
  at: SpanContext;
  end(cameTo: Attributes): void;
}

/** What came of an HTTP request. @param wrong the lowest status that is a fault of whoever it is told about */
export const cameToStatus = ({ status }: { status: number }, wrong: number): Attributes => ({
  'http.response.status_code': status,
  ...(status >= wrong && { 'error.type': String(status) }),
});

/** The library that keeps traces; it is loaded only where there is somebody to send them to. */
export interface Tracing {
  /** @param parent the step before it; or the ids that it has to have as the first step of a trace */
  begin(step: Omit<Step<never>, 'cameTo'>, parent: SpanContext | string): Begun;
}

const works = new AsyncLocalStorage<Work>();
let tracing: Tracing | null = null;

/** @returns what ends it, unless another one has taken its place */
export function keepTraces(by: Tracing): () => void {
  tracing = by;
  return () => {
    if (tracing === by) tracing = null;
  };
}

export const keepsTraces = (): boolean => tracing !== null;

/** The id of the request that is worked for. */
export const currentRequest = (): string | null => works.getStore()?.id ?? null;

/** @param id null: the work is the program's own, though a request may have woken it */
export const asRequest = <Result>(id: string | null, work: () => Result): Result => works.run({ id, step: null }, work);

/** For the log: each line says which request it is about. */
export const requestOfLine = (): { requestId?: string } => {
  const requestId = currentRequest();
  return requestId === null ? {} : { requestId };
};

/** 32 hex digits: the trace that begins with it has the same id, and its first step the latter half of it. */
export const newRequestId = (): string => randomBytes(16).toString('hex');

/** Works for a request that has come now, as a step of its caller's trace where it names one (W3C Trace Context). */
export function beginRequest<Result>(
  headers: Headers,
  work: () => Promise<Result>,
  step: () => Step<Result>,
): Promise<Result> {
  const id = newRequestId();
  if (!tracing) return asRequest(id, work);
  const about = step();
  const caller = callersStep(headers.get('traceparent') ?? '');
  const begun = tracing.begin(about, caller ?? id);
  return during(begun, { work, step: about, id: caller ? idOf(begun.at) : id });
}

const PARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

function callersStep(header: string): SpanContext | null {
  const [, traceId, spanId, flags] = PARENT.exec(header) ?? [];
  if (!traceId || !spanId || !flags) return null;
  // Of the flags, only the last one has a meaning for us: the caller keeps the trace.
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) % 2, isRemote: true };
}

/** Works on a step of the trace of the request that is worked for. */
export function asStep<Result>(step: Step<Result>, work: () => Promise<Result>): Promise<Result> {
  const { id = null, step: before = null } = works.getStore() ?? {};
  if (!tracing || id === null) return work();
  return during(tracing.begin(step, before ?? stepOf(id)), { work, step, id });
}

async function during<Result>(
  begun: Begun,
  { work, step, id }: { work: () => Promise<Result>; step: Step<Result>; id: string },
): Promise<Result> {
  let attributes: Attributes = { 'error.type': 'exception' };
  try {
    const result = await works.run({ id, step: begun.at }, work);
    attributes = step.cameTo?.(result) ?? {};
    return result;
  } finally {
    begun.end(attributes);
  }
}

/** The id of a request within its caller's trace: the trace and our step; `00`: its caller keeps no traces of it. */
const idOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `${traceId}-${spanId}${traceFlags === 1 ? '' : '-00'}`;

/** The first step of a request, from its id alone, as messages keep it. */
function stepOf(id: string): SpanContext {
  const [traceId = '', spanId = traceId.slice(16), flags = '01'] = id.split('-');
  return { traceId, spanId, traceFlags: Number(flags), isRemote: true };
}

/** The headers that tell others what we work for. */
export function requestHeaders(): Record<string, string> {
  const { id = null, step = null } = works.getStore() ?? {};
  if (id === null) return {};
  if (!step) return { [REQUEST_HEADER]: id };
  const { traceId, spanId, traceFlags } = step;
  return { [REQUEST_HEADER]: id, traceparent: `00-${traceId}-${spanId}-0${traceFlags}` };
}
