import { isIP } from 'node:net';
import { z } from 'zod';
import type { Actor } from '../../callers/audit.ts';
import { notSignedIn } from '../../callers/caller.ts';
import { orAsk } from '../../callers/approvals/require.ts';
import { admit } from '../../callers/guards.ts';
import { type Credential, hashToken, ofItself } from '../../callers/credentials.ts';
import { admitView } from '../../callers/viewing.ts';
import { VIEW_HEADER } from '../../shared/view-header.ts';
import { requireEdge } from '../../callers/edge-token.ts';
import { API_KEY_PREFIX, TEST_KEY_PREFIX } from '../../shared/mask.ts';
import type { AnyEndpoint, Incoming, RouteServer, SessionCookie } from '../../callers/route.ts';
import { findActing, noteActing } from '../../callers/note-acting.ts';
import { changesLimit, countAttempt } from '../../callers/throttle.ts';
import { requireStepUp } from '../../callers/sessions/require-step-up.ts';
import { renewSession } from '../../callers/sessions/sessions.ts';
import type { Deps } from '../../callers/deps.ts';
import type { BodyOf, ParamsOf, QueryOf } from '../../platform/kit/endpoint.ts';
import { isCounted } from '../../platform/kit/changes.ts';
import { ofAccount, Problem } from '../../platform/kit/errors.ts';
import { asksActing, asksFirst } from '../../platform/kit/step-up.ts';
import { FileAnswer, Page, RawJson, type StoredAnswer } from '../../platform/kit/answer.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { jsonResponse } from './answer.ts';
import { fileResponse } from './file-response.ts';
import { answerOnce, idempotencyScope, type IdempotencyScope } from './idempotency.ts';
import { refuseUnknown } from '../../platform/kit/unknown-fields.ts';
import { validate } from '../../platform/kit/validate.ts';
import { holdsNul, parseJson, readBody, restAfter } from './read-request.ts';

const empty = z.object({});

/** Serves the routes: identifies the caller, reads the request, calls the verb, and sends its result. */
export const routeServer: RouteServer = {
  caller: async (endpoint, handler, deps, incoming) => {
    const credential = readCredential(incoming);
    if (credential?.kind !== 'key') checkOrigin(incoming.request, deps.config.publicUrl);
    const token = incoming.request.headers.get(VIEW_HEADER);
    const view = { credential, endpoint, ownerId: incoming.params.id, token: token ?? '' };
    const actor = token === null ? await admit(deps, credential, endpoint, view.ownerId) : await admitView(deps, view);
    if (credential) noteUse(deps, credential);
    try {
      if (needsStepUp(endpoint, actor, incoming.params.id)) await requireStepUp({ deps, actor });
      if (actor.renewalDue) await renewCookie(deps, actor, incoming.cookie);
      if (isCounted(endpoint) && actor.role !== 'admin')
        await countAttempt(deps, changesLimit(actor.id, deps.config.changesADay));
      const { text, ...input } = await readInput(endpoint, incoming);
      const scope = endpoint.idempotent
        ? idempotencyScope(incoming.request, {
            path: new URL(incoming.request.url).pathname,
            userId: actor.id,
            body: text,
          })
        : null;
      const once = (work: (tx: Transaction) => Promise<unknown>) =>
        orAsk({ deps, actor }, () => transactOnce(deps, endpoint, scope, work));
      const context = { deps, actor, incoming, transact: once, ...input };
      const answer = await handler(context);
      await noteActing({ deps, actor }, actingOf(endpoint, incoming));
      return respond(endpoint, incoming, answer);
    } catch (error) {
      throw ofAccount(error, actor.id);
    }
  },

  anybody: async (endpoint, handler, deps, incoming) => {
    checkOrigin(incoming.request, deps.config.publicUrl);
    const { text: _text, ...input } = await readInput(endpoint, incoming);
    return respond(endpoint, incoming, await handler({ deps, incoming, ...input }));
  },

  edge: async (endpoint, handler, deps, incoming) => {
    requireEdge(deps.config, incoming.request);
    return routeServer.anybody(endpoint, handler, deps, incoming);
  },

  inStatement: async (endpoint, handler, deps, incoming) => {
    const credential = readCredential(incoming);
    if (credential?.kind !== 'key') checkOrigin(incoming.request, deps.config.publicUrl);
    const token = incoming.request.headers.get(VIEW_HEADER);
    if (token !== null) {
      const view = { credential, endpoint, ownerId: incoming.params.id, token };
      const { id } = await admitView(deps, view);
      const { text: _text, ...input } = await readInput(endpoint, incoming);
      const context = { deps, incoming, credential: ofItself(id), idempotencyKey: null, ...input };
      return respond(endpoint, incoming, await handler(context));
    }
    if (!credential) throw notSignedIn();
    const acting = incoming.params.id ? await findActing(deps, credential) : null;
    if (acting?.person) await admit(deps, credential, endpoint, incoming.params.id);
    if (acting && needsStepUp(endpoint, acting, incoming.params.id)) await requireStepUp({ deps, actor: acting });
    const { text, ...input } = await readInput(endpoint, incoming).catch(async (error: unknown) => {
      // A caller without the right gets 401 or 403 even where the input is bad, as on every route.
      await admit(deps, credential, endpoint, incoming.params.id);
      throw error;
    });
    const idempotencyKey = endpoint.idempotent
      ? idempotencyScope(incoming.request, { path: new URL(incoming.request.url).pathname, userId: '', body: text })
      : null;
    // A statement knows accounts, and no people.
    const sender = acting?.person ? ofItself(acting.id) : credential;
    const context = { deps, incoming, credential: sender, idempotencyKey, ...input };
    const answer = await handler(context);
    noteUse(deps, credential);
    if (acting) await noteActing({ deps, actor: acting }, actingOf(endpoint, incoming));
    return respond(endpoint, incoming, answer);
  },
};

/** Tells whether the caller has to show again who they are. A key cannot: it was made with a step-up. */
const needsStepUp = (endpoint: AnyEndpoint, actor: Actor, ownerId: string | undefined): boolean =>
  actor.credentialKind === 'session' &&
  (asksFirst(endpoint) || (ownerId !== actor.id && actor.role === 'admin' && asksActing(endpoint)));

/** The audit log's entry about a request that an administrator makes in another account. */
const actingOf = (endpoint: AnyEndpoint, { params, address }: Incoming) => ({ endpoint, ownerId: params.id, address });

/** A browser in use stays signed in: every few minutes its session and its cookie are extended. */
async function renewCookie(deps: Deps, actor: Actor, cookie: SessionCookie): Promise<void> {
  const token = cookie.read();
  const expiresAt = await renewSession(deps, actor.credentialId);
  if (token) cookie.write(token, expiresAt);
}

/** The request's input after the endpoint's schemas were applied. */
interface Input<E> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The body as received. */
  text: string;
}

/** @throws validation_failed, malformed_json, payload_too_large, unsupported_media_type */
function readInput<E extends AnyEndpoint>(endpoint: E, incoming: Incoming): Promise<Input<E>>;
async function readInput(endpoint: AnyEndpoint, incoming: Incoming): Promise<Input<AnyEndpoint>> {
  const params = validate(endpoint.params ?? empty, incoming.params);
  const isOurs = !isCallback(endpoint);
  if (isOurs) refuseUnknown(endpoint.query ?? empty, incoming.query);
  if (Object.values(incoming.query).some((value) => String(value).includes('\0'))) throw holdsNul('query');
  const query = validate(endpoint.query ?? empty, incoming.query);
  const text = endpoint.body ? await readBody(incoming.request, endpoint) : '';
  if (!endpoint.body) return { params, query, body: undefined, text };
  const given = await parseJson(incoming.request, text);
  if (isOurs) refuseUnknown(endpoint.body, given);
  const body = validate(endpoint.body, given);
  await restAfter(text);
  return { params, query, body, text };
}

/** Carriers add to their requests what they like. */
const isCallback = ({ path }: AnyEndpoint): boolean => path.startsWith('/api/callbacks/');

/** Notes that a key was used; the database gets it from time to time, for many requests at once. */
function noteUse({ keyUses, clock }: Deps, { kind, tokenHash }: Credential): void {
  if (kind === 'key') keyUses.set(tokenHash, clock.now());
}

/** A bearer key has priority over a cookie, because a client sends it on purpose. */
function readCredential({ request, cookie, address: sentFrom }: Incoming): Credential | null {
  const address = isIP(sentFrom) ? sentFrom : '';
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const [, token = ''] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
    const isTest = token.startsWith(TEST_KEY_PREFIX);
    if (!isTest && !token.startsWith(API_KEY_PREFIX)) return null;
    return { kind: 'key', tokenHash: hashToken(token), address, isTest };
  }
  const token = cookie.read();
  return token ? { kind: 'session', tokenHash: hashToken(token), address } : null;
}

async function transactOnce(
  deps: Deps,
  endpoint: AnyEndpoint,
  scope: IdempotencyScope | null,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<StoredAnswer> {
  return transact(deps, (tx) => {
    const answer = async () => ({ status: endpoint.status, text: serialize(endpoint, await work(tx)) });
    return scope ? answerOnce({ tx, config: deps.config }, scope, answer) : answer();
  });
}

/** @throws an error of ours (500) where an answer does not have the declared shape */
function serialize(endpoint: AnyEndpoint, answer: unknown): string {
  if (answer instanceof RawJson) return answer.text;
  if (!endpoint.response) return '';
  const shaped = endpoint.response.safeParse(answer);
  if (!shaped.success) throw new Error(`${endpoint.name} answered in another shape: ${shaped.error.message}`);
  return JSON.stringify(shaped.data);
}

async function respond(endpoint: AnyEndpoint, incoming: Incoming, answer: unknown): Promise<Response> {
  if (answer instanceof Response) return answer;
  if (answer instanceof FileAnswer) return fileResponse(incoming.request, answer);
  if (isStoredAnswer(answer)) return jsonResponse(answer.status, answer.text);
  if (answer instanceof Page) {
    const headers = answer.next ? { link: `<${nextPage(incoming.request, answer.next)}>; rel="next"` } : undefined;
    return jsonResponse(endpoint.status, serialize(endpoint, answer.rows), headers);
  }
  return jsonResponse(endpoint.status, serialize(endpoint, answer));
}

function isStoredAnswer(answer: unknown): answer is StoredAnswer {
  return typeof answer === 'object' && answer !== null && 'status' in answer && 'text' in answer;
}

function nextPage(request: Request, before: string): string {
  const url = new URL(request.url);
  url.searchParams.set('before', before);
  return url.pathname + url.search;
}

/**
 * Refuses a state-changing request that another site made a browser send. Browsers say where a request
 * comes from (Sec-Fetch-Site, Origin); programs such as curl send neither header, and no other site can make
 * them send their user's cookie.
 * @throws bad_origin
 */
export function checkOrigin(request: Request, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (
    origin !== null &&
    origin !== new URL(publicUrl).origin &&
    !isSameAddress(origin, request.headers.get('host'), publicUrl)
  ) {
    throw badOrigin();
  }
  if (site !== null && site !== 'same-origin' && site !== 'none') throw badOrigin();
}

/** A reseller's portal has a host name of its own. A page without TLS is not ours where we have it: it may be anybody's. */
function isSameAddress(origin: string, host: string | null, publicUrl: string): boolean {
  const asked = URL.parse(origin);
  if (asked === null || asked.host !== host) return false;
  return asked.protocol === 'https:' || asked.protocol === new URL(publicUrl).protocol;
}

const badOrigin = () => new Problem('bad_origin', 'This request came from another site');
