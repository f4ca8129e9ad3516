import type { AuditAction } from '../../../src/shared/audit-actions.ts';
import type { ErrorCode } from '../../../src/platform/kit/errors.ts';
import type { Scope } from '../../../src/platform/kit/scopes.ts';
import type { TestActor } from '../../kit/actors.ts';
import type { World } from './world.ts';

/**
 * The callers of an endpoint, written here a second time and in other words than in the code, so that a change of only
 * one of the two is a failing test. - `anybody`: without signing in. - `the signed in`: every active account. - `a
 * browser`: every active account, but not by a key. - `the owner`: the account in the path, and administrators in its
 * place. - `the owner's browser`: the same, but not by a key. - `the owner alone`: not even administrators. -
 * `administrators`. - `an administrator's browser`: administrators, but not by a key.
 */
export type Right =
  | 'anybody'
  | 'the signed in'
  | 'a browser'
  | 'the owner'
  | "the owner's browser"
  | 'the owner alone'
  | 'administrators'
  | "an administrator's browser";

/** The ids that the path names beyond `:id`. */
export type Ids = Record<string, string>;

/** Makes something of somebody's, and says what the path calls it. */
export type Maker = (world: World, owner: TestActor) => Promise<Ids>;

type Json = Record<string, unknown>;

/** One endpoint. */
export interface Row {
  may: Right;
  /** The scope that a key needs for it, one of several; reading takes `read` as well. Absent where no key may. */
  key?: Scope | Scope[];
  /** It makes credit or takes it away: then a key needs the scope for money too. */
  moves?: true;
  /** The things that the path names, as somebody's own. */
  of?: Maker;
  /** A body that is accepted. */
  json?: Json | ((world: World, owner: TestActor, ids: Ids) => Json | Promise<Json>);
  query?: string;
  /** A change leaves this row of the audit log, or says why it leaves none. */
  leaves?: AuditAction | { nothing: string };
  /** The refusal that a stranger gets for somebody's thing, where it is not `not_found`. */
  strangers?: ErrorCode;
  /** The status of the answer, where it is not the endpoint's own. */
  answers?: number;
  /** The call itself, where it takes more than a body. */
  call?: (world: World, owner: TestActor, path: string) => Promise<Response>;
}

/** Rows by the names of their endpoints. */
export type Rows = Record<string, Row>;

/** Tells whether only administrators may, by whatever they sign in with. */
export const isForAdmins = ({ may }: Pick<Row, 'may'>): boolean =>
  may === 'administrators' || may === "an administrator's browser";
