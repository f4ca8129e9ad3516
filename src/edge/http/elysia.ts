import { Elysia, type Context as ElysiaContext } from 'elysia';
import type { Logger } from 'pino';
import type { Deps } from '../deps.ts';
import { isFromEdge } from '../../callers/edge-token.ts';
import { networkOf } from '../../platform/kit/network.ts';
import { everySecret } from '../../platform/kit/secrets.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { beginRequest } from '../../platform/kit/request.ts';
import type { Metrics } from './metrics.ts';
import { problemResponse } from './answer.ts';
import { stepOf } from './trace-request.ts';
import { errorResponse } from './on-error.ts';
import { costOf, type RateLimiter } from './rate-limit.ts';
import type { Refusals } from './refusals.ts';
import { identified, identify } from './request-id.ts';
import { overHttps } from './security.ts';
import { DEVICE_DAYS } from '../../callers/sessions/known-devices.ts';
import type { AnyEndpoint, DeviceCookie, Incoming, Route, SessionCookie } from '../../callers/route.ts';
import { routeServer } from './serve-route.ts';

/**
 * Under https the prefix `__Host-` makes a browser accept the cookie only from this host, not from a parent
 * domain or a subdomain.
 */
const sessionCookieName = ({ secureCookies }: Pick<Deps['config'], 'secureCookies'>) =>
  secureCookies ? '__Host-session' : 'session';
const DEVICE_COOKIE = 'device';
/** The form of a token that `newToken` makes. */
const DEVICE_TOKEN = /^[\w-]{43}$/;
const DAY_SECONDS = 86_400;

/** The server without routes: signed cookies, and one place that turns errors into answers. */
export function createServer(deps: Deps, edge: Pick<Edge, 'limiter' | 'refusals'>) {
  const { config } = deps;
  return new Elysia({
    cookie: { secrets: everySecret(config), sign: [sessionCookieName(config)] },
    // The idle timeout is longer than the heartbeat: it closes dead connections, but not quiet event streams.
    // In development mode Bun would answer an error with its own page, which shows source code.
    serve: { idleTimeout: 30, maxRequestBodySize: 24 * 1024 * 1024, development: false },
  })
    .onRequest(({ request }) => (hasSoundHost(request) ? undefined : overHttps(badHost(), config)))
    .onError({ as: 'global' }, ({ error, code, request, server }) =>
      overHttps(
        identified(() => {
          const { log } = deps;
          if (code === 'NOT_FOUND')
            return errorResponse(new Problem('not_found', 'There is nothing here'), log, request);
          if (code === 'INVALID_COOKIE_SIGNATURE') {
            const peer = server?.requestIP(request)?.address;
            return withoutCookie({ request, address: clientAddress(request, peer, config), log }, deps, edge);
          }
          return errorResponse(error, log, request);
        }),
        config,
      ),
    );
}

/** A name or an address, with or without a port. With any other host the request's URL cannot be parsed. */
const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

function hasSoundHost({ url, headers }: Request): boolean {
  const host = headers.get('host');
  return (host === null || HOST.test(host)) && URL.canParse(url);
}

const badHost = (): Response =>
  problemResponse(new Problem('malformed_request', 'The Host header names no host').toBody());

export type Server = ReturnType<typeof createServer>;

/** The steps that every request passes, before and after its route. */
export interface Edge {
  limiter: RateLimiter;
  metrics: Metrics;
  refusals: Refusals;
}

/** Serves one route: applies the limits on requests, and counts the request in the metrics. */
export function register<D extends Deps>(server: Server, deps: D, route: Route<D>, edge: Edge): void {
  const { method, path } = route.endpoint;
  server.route(
    method,
    path,
    async (context) => {
      const startedAt = performance.now();
      const incoming = toIncoming(context, deps);
      const serve = async () => identify(await admitted(route, { deps, incoming, edge }));
      const answer = await beginRequest(incoming.request.headers, serve, () => stepOf(route, incoming));
      const response = overHttps(answer, deps.config);
      edge.metrics.observe(method, path, response.status, startedAt);
      return response;
    },
    // The route reads the body, because the route knows its size, its form and its errors.
    { parse: 'none' },
  );
}

async function admitted<D extends Deps>(
  route: Route<D>,
  { deps, incoming, edge: { limiter, refusals } }: { deps: D; incoming: Incoming; edge: Edge },
): Promise<Response> {
  const { address, request } = incoming;
  const { endpoint } = route;
  const isPublic = endpoint.access === 'public';
  const caller = {
    ...callerOf(endpoint, incoming, deps),
    cost: costOf(endpoint, { headers: request.headers, query: incoming.query }),
  };
  try {
    limiter.admit(caller);
    // Every route needs the database. If the database is down, the route fails at once and does not wait.
    const response = await deps.database.guard(() => route.serve(routeServer, deps, incoming));
    const isSigned = endpoint.errors?.includes('bad_signature') ?? false;
    if (response.status < 400 && (!isPublic || isSigned)) limiter.accepted(caller);
    return response;
  } catch (error) {
    const { log } = deps;
    const response = errorResponse(error, log, request);
    if (response.status === 401) limiter.refused(caller);
    const { method, path } = endpoint;
    if (error instanceof Problem) refusals.note(error, { address, method, route: path, log });
    return response;
  }
}

/** Names the caller that a request counts for. */
function callerOf(
  { access }: AnyEndpoint,
  { address, cookie, query, request }: Incoming,
  { config }: Pick<Deps, 'config'>,
): Parameters<RateLimiter['admit']>[0] {
  const authorization = request.headers.get('authorization');
  // A SIP edge asks for everybody who calls by it: each of them is counted alone.
  if (access === 'edge' && isFromEdge(config, request)) {
    return { address: `edge ${networkOf(String(query.caller ?? ''))}`, credential: null };
  }
  // A public route does not check the credential, so the credential does not prove who sends the request.
  const isChecked = access !== 'public' && access !== 'edge';
  return { address, credential: isChecked ? (authorization ?? cookie.read()) : null };
}

/** A cookie with no valid signature of ours, or of a removed secret, counts as no cookie. */
function withoutCookie(
  { request, address, log }: { request: Request; address: string; log: Logger },
  { config }: Pick<Deps, 'config'>,
  { limiter, refusals }: Pick<Edge, 'limiter' | 'refusals'>,
): Response {
  let problem = new Problem('not_signed_in', 'Please sign in');
  try {
    limiter.admit({ address, credential: null });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problem = error;
  }
  refusals.note(problem, { address, method: request.method, route: 'a forged cookie', log });
  const response = errorResponse(problem, log, request);
  const secure = config.secureCookies ? '; Secure' : '';
  const name = sessionCookieName(config);
  response.headers.append('set-cookie', `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`);
  return response;
}

function toIncoming(context: ElysiaContext, deps: Deps): Incoming {
  const { request, server } = context;
  return {
    request,
    // A path without parameters comes without a `params` object.
    params: context.params ?? {},
    query: context.query,
    cookie: sessionCookie(context, deps),
    device: deviceCookie(context, deps),
    address: clientAddress(request, server?.requestIP(request)?.address, deps.config),
    keepOpen: () => server?.timeout(request, 0),
  };
}

function sessionCookie(context: ElysiaContext, deps: Deps): SessionCookie {
  const cookie = () => context.cookie[sessionCookieName(deps.config)];
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: deps.config.secureCookies } as const;
  return {
    read: () => {
      const value = cookie()?.value;
      return typeof value === 'string' && value !== '' ? value : null;
    },
    write: (token, expires) => cookie()?.set({ ...attributes, value: token, expires }),
    clear: () => cookie()?.set({ ...attributes, value: '', maxAge: 0 }),
  };
}

function deviceCookie(context: ElysiaContext, deps: Deps): DeviceCookie {
  const cookie = () => context.cookie[DEVICE_COOKIE];
  return {
    read: () => {
      const value = cookie()?.value;
      return typeof value === 'string' && DEVICE_TOKEN.test(value) ? value : null;
    },
    write: (token) =>
      cookie()?.set({
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'lax',
        secure: deps.config.secureCookies,
        value: token,
        maxAge: DEVICE_DAYS * DAY_SECONDS,
      }),
  };
}

/** Each trusted proxy appends the address that it saw; anybody can invent the addresses further left. */
function clientAddress(
  request: Request,
  peer: string | undefined,
  { trustedProxies }: Pick<Deps['config'], 'trustedProxies'>,
): string {
  if (trustedProxies > 0) {
    const chain =
      request.headers
        .get('x-forwarded-for')
        ?.split(',')
        .map((part) => part.trim()) ?? [];
    const address = chain.at(-trustedProxies);
    if (address) return address;
  }
  return peer ?? 'unknown';
}
