import type { Deps } from '../deps.ts';
import type { Actor } from '../audit.ts';
import { type Asked, type Extras, askForApproval } from './ask.ts';
import type { Wanted } from './contract.ts';

/** Ends a transaction for which two administrators have to agree. */
class NeedsApproval extends Error {
  constructor(readonly asked: readonly Asked[]) {
    super('needs a second administrator');
    this.name = 'NeedsApproval';
  }
}

/** The acting administrator, and whether another one has agreed. */
interface Acting {
  deps: { config: Pick<Deps['config'], 'approvalAboveGbp'> };
  actor: Actor;
  agreed?: boolean;
}

/**
 * Ends the transaction if an administrator may not do this alone. The rule is checked while the row is
 * locked; the lock is released before the request is written: each change that a route makes runs inside `orAsk`.
 */
export function requireApproval({ deps, actor, agreed = false }: Acting, wanted: Wanted, extras: Extras = {}): void {
  // An administrator whose rights are withheld, or who has another duty, still counts as one.
  const isAdministrator = actor.role === 'admin' || actor.withheld !== null || actor.duty !== null;
  if (agreed || !isAdministrator || deps.config.approvalAboveGbp === null) return;
  throw new NeedsApproval([{ wanted, ...extras }]);
}

/**
 * Does something, or records that it waits for another administrator.
 * @throws approval_needed
 */
export async function orAsk<Result>(
  { deps, actor }: { deps: Deps; actor: Actor },
  action: () => Promise<Result>,
): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof NeedsApproval) await askForApproval({ deps, actor }, ...error.asked);
    throw error;
  }
}

/** Does something with each, or with none and asks for all for which two have to agree. */
export async function eachOrAsk<Item, Result>(
  items: readonly Item[],
  action: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const [done, asked]: [Result[], Asked[]] = [[], []];
  for (const item of items) {
    try {
      done.push(await action(item));
    } catch (error) {
      if (!(error instanceof NeedsApproval)) throw error;
      asked.push(...error.asked);
    }
  }
  if (asked.length > 0) throw new NeedsApproval(asked);
  return done;
}
