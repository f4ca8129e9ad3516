import type { Transaction } from '../platform/events/transact.ts';
import type { Actor } from './caller.ts';

/** The context of a verb: somebody changes something in a transaction. */
export interface Acting {
  tx: Transaction;
  actor: Actor;
}

/** The context of a verb that begins its own transaction, or none: somebody calls, and it needs these parts of the program. */
export interface Calling<Deps> {
  deps: Deps;
  actor: Actor;
}

/** The context of a change that needs these parts of the program. */
export type ActingWith<Deps> = Acting & Calling<Deps>;

/** A thing of an account, as a path names it. */
export type Owned<Name extends string> = Record<'userId' | Name, string>;
