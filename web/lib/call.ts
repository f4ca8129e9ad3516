import type { z } from 'zod';
import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ResponseOf } from '../../src/platform/kit/endpoint.ts';
import type { ProblemBody, SecondFactorMethod } from '../../src/platform/kit/errors.ts';
import { VIEW_HEADER } from '../../src/shared/view-header.ts';
import { viewing } from '../state/viewing.ts';
import { noteSentences, problemText } from './fault-text.ts';
import { numberFormat, t } from './i18n.ts';

/** Any endpoint of the contract. Only its types are used, so that the schemas' code can stay in lazy chunks. */
type AnyEndpoint = Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>;

type Optional<Name extends string, Value> = undefined extends Value
  ? { [Key in Name]?: Value }
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

/** The input of a call: path parameters, query and body, by the endpoint's schemas. */
export type CallInput<E> = Optional<'params', ParamsOf<E>> &
  Optional<'body', BodyInputOf<E>> & {
    query?: Partial<QueryInputOf<E>>;
    /** The same key and body gives the first answer again instead of acting twice. */
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

type CallArguments<E> = Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/**
 * Any answer that is not a success. `message` is the status, a colon and the body's text (or the status
 * text); `problem` is the parsed problem+json, where the server sent one.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: ProblemBody | undefined;
  /** The id of the request in the server's log. */
  readonly requestId: string | null;
  /** Seconds after which it may be tried again; null where the server names none. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    text: string,
    {
      problem,
      requestId,
      retryAfter = null,
    }: { problem: ProblemBody | undefined; requestId: string | null; retryAfter?: string | null },
  ) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    this.problem = problem;
    this.requestId = requestId;
    this.retryAfter = retryAfter === null ? null : Number.parseInt(retryAfter, 10) || null;
  }
}

/** An action that may have been done: it was sent, and no answer came. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** How long we wait for an answer of the server. */
const PATIENCE_MILLISECONDS = 30_000;

/**
 * The sentence of a server's refusal that a person may read, else `fallback`. Where the fault is the server's,
 * with what it calls the request.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof Unanswered) return t('ui.unanswered', { failed: withoutStop(fallback) });
  if (!(error instanceof ApiError) || !error.problem?.detail) return failureText(error, fallback);
  const sentence = problemText(error.problem);
  if (error.status >= 500) return withRequest(error, sentence);
  return error.problem.code === 'rate_limited' && error.retryAfter !== null
    ? `${sentence} ${t('ui.wait', { time: formatWait(error.retryAfter) })}`
    : sentence;
}

/** The message for an error. If the fault is the server's, the message says so and names the request. */
export function failureText(error: unknown, failed: string): string {
  if (!(error instanceof ApiError) || error.status < 500) return failed;
  return withRequest(error, failed ? t('ui.failedOurs', { failed: withoutStop(failed) }) : t('ui.ourFault'));
}

/** Seconds in the largest unit that they fill, rounded up. */
function formatWait(seconds: number): string {
  const [unit, length] =
    seconds > 5400 ? (['hour', 3600] as const) : seconds > 90 ? (['minute', 60] as const) : (['second', 1] as const);
  return numberFormat({ style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(seconds / length));
}

const withRequest = ({ requestId }: ApiError, words: string): string =>
  requestId ? `${words} (${t('ui.request', { id: requestId })})` : words;

const withoutStop = (sentence: string): string => sentence.replace(/[.。]$/, '');

/** Makes a new key for one intended action. Use the same key when the action is tried again. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const signedOutListeners = new Set<() => void>();

/** Calls `listener` whenever the server answers that nobody is signed in. @returns a function that stops this */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

const secondFactorListeners = new Set<() => void>();

/** Calls `listener` when the server refuses an administrator without a second factor. @returns stops this */
export function onSecondFactorNeeded(listener: () => void): () => void {
  secondFactorListeners.add(listener);
  return () => secondFactorListeners.delete(listener);
}

/** Asks the person to prove who they are. Resolves to true if they did. */
export type StepUp = (methods: readonly SecondFactorMethod[]) => Promise<boolean>;

let askToStepUp: StepUp | null = null;

/** Sets the function that asks for a step-up when the server wants one. The refused call is then repeated. */
export function onStepUp(ask: StepUp): () => void {
  askToStepUp = ask;
  return () => {
    if (askToStepUp === ask) askToStepUp = null;
  };
}

/** The schema of an endpoint's body, for the form that fills it in. Throws where it takes none. */
export function bodyOf<Body extends z.ZodType>(endpoint: { name: string; body?: Body }): Body {
  if (!endpoint.body) throw new Error(`${endpoint.name} takes no body`);
  return endpoint.body;
}

/** Calls an endpoint of the contract. Throws `ApiError`, or what `fetch` throws when there is no answer. */
export async function call<E extends AnyEndpoint>(endpoint: E, ...[input]: CallArguments<E>): Promise<ResponseOf<E>> {
  return parse(await sendTo(endpoint, input ?? {}));
}

/** Does the same as `call`, for an endpoint whose body is a file. */
export async function callWithFile<E extends AnyEndpoint>(
  endpoint: E,
  { params, query, file }: { params: ParamsOf<E>; query?: Partial<QueryInputOf<E>>; file: Blob },
): Promise<ResponseOf<E>> {
  const headers = { 'content-type': 'text/csv' };
  return parse(await send(pathOf(endpoint.path, { params, query }), { method: endpoint.method, headers, body: file }));
}

/** A page of a list, with the id that the next page starts behind; null on the last one. */
export interface ListPage<Row> {
  rows: Row[];
  next: string | null;
}

export type RowOf<E> = ResponseOf<E> extends (infer Row)[] ? Row : never;

/** Does the same as `call`, for a list. The server says whether there are more rows; the length of the page does not. */
export const callPage = <E extends AnyEndpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<ListPage<RowOf<E>>> => readPage(endpoint, input ?? {});

/** Reads a page of a list whose endpoint is known by its path only. */
export async function readPage<Row>(endpoint: Named, given: GivenInput): Promise<ListPage<Row>> {
  const response = await sendTo(endpoint, given);
  const next = /[?&]before=([^&>]+)[^>]*>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return { rows: await parse(response), next: next ? decodeURIComponent(next) : null };
}

/** Reads all pages of a list, one after the other. */
export async function readAll<E extends AnyEndpoint>(
  endpoint: E,
  { query, ...input }: CallInput<E>,
): Promise<RowOf<E>[]> {
  const all: RowOf<E>[] = [];
  let before: string | null | undefined;
  while (before !== null) {
    const page = await readPage<RowOf<E>>(endpoint, { ...input, query: { ...query, before } });
    all.push(...page.rows);
    before = page.next;
  }
  return all;
}

type Named = Pick<AnyEndpoint, 'path' | 'method'>;

function sendTo(endpoint: Named, given: GivenInput): Promise<Response> {
  const headers = new Headers();
  if (given.body !== undefined) headers.set('content-type', 'application/json');
  if (given.idempotencyKey) headers.set('idempotency-key', given.idempotencyKey);
  return send(pathOf(endpoint.path, given), {
    method: endpoint.method,
    headers,
    body: given.body === undefined ? null : JSON.stringify(given.body),
    signal: given.signal ?? null,
  });
}

/** GETs a path and parses its JSON. For query keys; named endpoints go through `call`. */
export async function getJson<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return parse(await send(path, { signal: signal ?? null }));
}

/** Logs why something in the background failed. No answer, as when the page is left, is the browser's own to log. */
export function logFailure(error: unknown): void {
  if (!(error instanceof TypeError || error instanceof DOMException)) console.error(error);
}

/** The media type of what a path answers, without reading its body. Throws `ApiError`. */
export async function contentTypeOf(path: string, signal?: AbortSignal): Promise<string> {
  const response = await send(path, { signal: signal ?? null });
  await response.body?.cancel();
  return response.headers.get('content-type') ?? '';
}

interface GivenInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

function pathOf(template: string, { params = {}, query = {} }: GivenInput): string {
  return withQuery(
    template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    query,
  );
}

/** A path with what is asked of it, without what is empty. */
export function withQuery(path: string, query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

async function send(path: string, init: RequestInit, again = false): Promise<Response> {
  const patience = AbortSignal.timeout(PATIENCE_MILLISECONDS);
  const signal = init.signal ? AbortSignal.any([init.signal, patience]) : patience;
  const hadNetwork = navigator.onLine;
  const headers = new Headers(init.headers);
  const view = viewing();
  if (view) headers.set(VIEW_HEADER, view.token);
  const response = await fetch(path, { ...init, headers, signal, credentials: 'include' }).catch((error: unknown) => {
    // Without a network nothing was sent. A call that its caller has cancelled needs no message.
    const mayBeDone = headers.has('idempotency-key') && hadNetwork;
    throw mayBeDone && !init.signal?.aborted ? new Unanswered('no answer', { cause: error }) : error;
  });
  if (response.ok) return response;
  const text = await response.text();
  const problem = problemIn(response.headers.get('content-type'), text);
  if (problem?.code === 'not_signed_in') {
    for (const listener of signedOutListeners) listener();
  }
  if (problem?.code === 'step_up_required' && !again && (await askToStepUp?.(problem.methods ?? []))) {
    return send(path, init, true);
  }
  if (problem?.code === 'second_factor_needed') {
    for (const listener of secondFactorListeners) listener();
  }
  const requestId = response.headers.get('x-request-id');
  const retryAfter = response.headers.get('retry-after');
  throw new ApiError(response.status, text || response.statusText, { problem, requestId, retryAfter });
}

/** The problem that an answer is; undefined where it is something else. */
export function problemIn(contentType: string | null, text: string): ProblemBody | undefined {
  if (!contentType?.startsWith('application/problem+json')) return undefined;
  try {
    const problem: ProblemBody = JSON.parse(text);
    noteSentences(problem);
    return problem;
  } catch {
    return undefined;
  }
}

async function parse<Answer>(response: Response): Promise<Answer> {
  return JSON.parse((await response.text()) || 'null');
}
