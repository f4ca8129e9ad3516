import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../platform/kit/endpoint.ts';
import type { FileAnswer, Page, RawJson, StoredAnswer } from '../platform/kit/answer.ts';
import type { Transaction } from '../platform/events/transact.ts';
import type { z } from 'zod';
import type { Sender } from './credentials.ts';
import type { Deps as CallersDeps } from './deps.ts';
import type { Actor } from './audit.ts';

/** The session cookie of this request. */
export interface SessionCookie {
  read(): string | null;
  write(token: string, expiresAt: Date): void;
  clear(): void;
}

/** The cookie by which a browser is recognised, signed in or not. It gives no access. */
export interface DeviceCookie {
  read(): string | null;
  write(token: string): void;
}

/** A request as it came in. */
export interface Incoming {
  request: Request;
  params: Record<string, string>;
  query: Record<string, unknown>;
  cookie: SessionCookie;
  device: DeviceCookie;
  /** The client's address, as far as trusted proxies confirm it. */
  address: string;
  /** Keeps the connection open, however long nothing is sent. */
  keepOpen(): void;
}

export type AnyEndpoint = Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>;

/** The context for the handler of a route; everything is parsed. */
export interface PublicContext<E, D> {
  deps: D;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  incoming: Incoming;
}

/** It is `PublicContext` where the caller is known and allowed. */
export interface Context<E, D> extends PublicContext<E, D> {
  actor: Actor;
  /**
   * Runs the work in one transaction; with an `Idempotency-Key`, once for that key. Where two administrators have to agree,
   * it is asked for instead.
   */
  transact(work: (tx: Transaction) => Promise<ResponseOf<E> | RawJson>): Promise<StoredAnswer>;
}

/** A verb that is one transaction of a known caller. */
type Change<E, D> = (
  by: Pick<Context<E, D>, 'deps' | 'actor'> & { tx: Transaction },
  context: Context<E, D>,
) => Promise<ResponseOf<E> | RawJson>;

/** A keyed request whose caller is not known yet. */
export interface IdempotencyKey {
  method: string;
  path: string;
  key: string;
  bodyHash: string;
  /** An answer from before this time does not count; absent: as long as answers are kept. */
  since?: Date;
}

/** It is `PublicContext` where a statement checks the caller itself, in the same round trip as its work. */
export interface InStatementContext<E, D> extends PublicContext<E, D> {
  credential: Sender;
  /** Read with the raw body; the statement stores it with its change. */
  idempotencyKey: IdempotencyKey | null;
}

/** The possible answers of a handler. */
export type Handled<E> = ResponseOf<E> | Page<unknown> | RawJson | FileAnswer | Response | StoredAnswer | undefined;

type Handler<E, C> = (context: C) => Promise<Handled<E>>;

/** The kinds of routes, and what a handler of each is given. */
interface Contexts<E, D> {
  caller: Context<E, D>;
  anybody: PublicContext<E, D>;
  edge: PublicContext<E, D>;
  inStatement: InStatementContext<E, D>;
}
type Kind = keyof Contexts<unknown, unknown>;

type Serve<K extends Kind> = <E extends AnyEndpoint, D extends CallersDeps>(
  endpoint: E,
  handler: Handler<E, Contexts<E, D>[K]>,
  deps: D,
  incoming: Incoming,
) => Promise<Response>;

/** Serves the routes. Only the edge knows HTTP. Each kind of route has its own method. */
export type RouteServer = { [K in Kind]: Serve<K> };

/** An endpoint bound to its verb. `D` is what the verb needs; the program provides all of it. */
export interface Route<D extends CallersDeps> {
  endpoint: AnyEndpoint;
  serve: (server: RouteServer, deps: D, incoming: Incoming) => Promise<Response>;
}

/** The ways to declare a route, for a wing with these dependencies. */
export function routesFor<D extends CallersDeps>() {
  const routeOf =
    <K extends Kind>(methodOf: (server: RouteServer) => Serve<K>) =>
    <E extends AnyEndpoint>(endpoint: E, handler: Handler<E, Contexts<E, D>[K]>): Route<D> => ({
      endpoint,
      serve: (server, deps, incoming) => methodOf(server)(endpoint, handler, deps, incoming),
    });
  const route = routeOf<'caller'>(({ caller }) => caller);
  return {
    /**
     * For known callers. Checked in this order: origin, caller, right, path, query, body, then the
     * handler; its answer passes through the endpoint's response schema, so no column leaves by accident.
     */
    route,
    /** Does the same as `route`, for a verb that is one transaction; with an `Idempotency-Key` it runs once for that key. */
    changeRoute: <E extends AnyEndpoint>(endpoint: E, change: Change<E, D>): Route<D> =>
      route(endpoint, (context: Context<E, D>) => {
        const { deps, actor, transact } = context;
        return transact((tx) => change({ tx, deps, actor }, context));
      }),
    /** Does the same as `route`, for endpoints that anybody may call. */
    publicRoute: routeOf<'anybody'>(({ anybody }) => anybody),
    /** Does the same as `publicRoute`, for SIP edges of ours: their token is looked at before anything else of the request. */
    edgeRoute: routeOf<'edge'>(({ edge }) => edge),
    /** Does the same as `route`, for frequent requests: the handler's own statement authenticates and authorizes. */
    routeInStatement: routeOf<'inStatement'>(({ inStatement }) => inStatement),
    /**
     * For requests whose form is not ours, such as a carrier's callback: the handler reads the request and
     * answers it itself.
     */
    bareRoute: (endpoint: AnyEndpoint, handler: (deps: D, incoming: Incoming) => Promise<Response>): Route<D> => ({
      endpoint,
      serve: (_server, deps, incoming) => handler(deps, incoming),
    }),
  };
}
