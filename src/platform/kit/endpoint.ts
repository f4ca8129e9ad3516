import { z } from 'zod';
import type { Duty } from './duties.ts';
import type { ErrorCode } from './errors.ts';
import { uuid } from './schemas.ts';
import type { Tag } from './scopes.ts';

/**
 * The callers that may use an endpoint.
 *
 * - `public`: anybody.
 * - `signed-in`: any active account, by cookie or key.
 * - `session`: any active account for itself, by cookie only.
 * - `owner`: the account named by `:id` in the path, and administrators.
 * - `owner-session`: as `owner`, but by cookie only; a key may not do this.
 * - `admin`: administrators.
 * - `admin-session`: administrators by cookie only, for what concerns people and how they sign in.
 */
export type Access =
  'public' | 'edge' | 'signed-in' | 'session' | 'owner' | 'owner-session' | 'admin' | 'admin-session';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/**
 * One operation of the API. The server registers it, the browser calls it, forms validate with its body
 * schema, and the OpenAPI description is made from it.
 */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** Unique; the `operationId` of the OpenAPI description. */
  name: string;
  method: Method;
  /** With `:param` placeholders, e.g. `/api/users/:id`. */
  path: string;
  access: Access;
  /** The duties that may use it, beside administrators who may do everything: see `dutiesFor`. */
  duties?: readonly Duty[];
  /** The part of the API it belongs to, which also decides the scope that a key needs. */
  tag: Tag;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The largest body in bytes; if absent, 16 kB for anybody and 64 kB for callers who are signed in. */
  largestBody?: number;
  /** Status of the success answer. */
  status: 200 | 201 | 204 | 302;
  /** Absent for 204 and for answers that are not JSON. */
  response?: Response;
  /** Media types of a body that is not JSON. */
  accepts?: readonly string[];
  /** Media types of an answer that is not JSON. */
  produces?: readonly string[];
  /**
   * The errors it can answer with besides 401, 403, 422 and 429, which follow from its access rule and schemas, and
   * 404 where `params` is absent.
   */
  errors?: readonly ErrorCode[];
  /** True where an `Idempotency-Key` header is accepted. */
  idempotent?: boolean;
  /** True where the answer is a list paged by `limit` and `before` with a `Link` header. */
  paged?: boolean;
}

/** `'GET /api/users/:id'`. */
type Route = `${Method} /${string}`;
/** The names behind the colons of a path. */
type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** A UUID for each of these names. */
export type PathParams<Path extends string> = z.ZodObject<Record<PathNames<Path>, typeof uuid>>;

/** What a declaration leaves out, because the route and the tag say it; it names another tag or access where it has one. */
type Said = 'name' | 'method' | 'path' | 'status' | 'tag' | 'access';
type Otherwise = { tag?: Tag; access?: Access };

/** The access that follows from a path: what is below one account is its owner's, and the panel is the administrators'. */
export function accessOf(path: string): Access {
  if (path.startsWith('/api/users/:id')) return 'owner';
  if (path.startsWith('/api/admin/')) return 'admin';
  throw new Error(`${path} does not say who may use it`);
}

/** The two ways to declare endpoints of one part of the API; a declaration may name another tag. */
export const endpointsFor = (tag: Tag) => {
  /**
   * Declares an endpoint by its unique name and its route, keeping the exact types of its schemas. Where `params` is
   * absent, each `:name` of the path is a UUID, and 404 is the answer if it names nothing; where `status` is absent, it is
   * 200, and 204 for an answer without a body. Where `access` is absent, the path says it.
   */
  const endpoint = <
    R extends Route,
    Params extends z.ZodObject = PathParams<R>,
    Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
    Body extends z.ZodType = z.ZodUndefined,
    Response extends z.ZodType = z.ZodVoid,
  >(
    name: string,
    route: R,
    declared: Omit<Endpoint<Params, Query, Body, Response>, Said> & Otherwise & { status?: 201 | 302 },
  ): Endpoint<Params, Query, Body, Response> => {
    const at = route.indexOf(' ');
    const method = METHODS.find((each) => each === route.slice(0, at)) ?? 'GET';
    const path = route.slice(at + 1);
    const names = declared.params ? [] : [...path.matchAll(/:(\w+)/g)].map(([, param]) => [param, uuid] as const);
    return {
      status: declared.response || declared.produces ? 200 : 204,
      tag,
      ...declared,
      access: declared.access ?? accessOf(path),
      ...(names.length > 0 && {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The names are those that the type read from the path.
        params: z.object(Object.fromEntries(names)) as unknown as Params,
        errors: ['not_found', ...(declared.errors ?? [])],
      }),
      name,
      method,
      path,
    };
  };

  /**
   * Declares a list that is read by GET and page by page, with a `Link` header to the next page.
   * @param declared the schema of a `row`, and the endpoint's other properties; its `query` extends `pageQuery`
   */
  const pagedList = <
    Path extends `/${string}`,
    Row extends z.ZodType,
    Query extends z.ZodObject,
    Params extends z.ZodObject = PathParams<Path>,
  >(
    name: string,
    path: Path,
    {
      row,
      ...declared
    }: Omit<Endpoint<Params, Query, z.ZodUndefined, z.ZodArray<Row>>, Said | 'body' | 'response' | 'paged'> &
      Otherwise & { row: Row; query: Query },
  ) =>
    endpoint<`GET ${Path}`, Params, Query, z.ZodUndefined, z.ZodArray<Row>>(name, `GET ${path}`, {
      ...declared,
      response: z.array(row),
      paged: true,
    });

  return { endpoint, pagedList };
};

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.output<Q> : never;
export type QueryInputOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.input<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? z.output<B> : never;
export type BodyInputOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? z.input<B> : never;
export type ResponseOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;
