import type { Deps } from '../deps.ts';
import type { Actor } from '../audit.ts';
import { type Extras, askForApproval } from './ask.ts';
import type { Wanted } from './contract.ts';

/** Ends a transaction for which two administrators have to agree. */
class NeedsApproval extends Error {
  constructor(
    readonly wanted: Wanted,
    readonly extras: Extras,
  ) {
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
 * locked; the lock is released before the request is written. Call it inside `orAsk`.
 */
export function requireApproval({ deps, actor, agreed = false }: Acting, wanted: Wanted, extras: Extras = {}): void {
  // An administrator whose rights are withheld, or who has another duty, still counts as one.
  const isAdministrator = actor.role === 'admin' || actor.withheld !== null || actor.duty !== null;
  if (agreed || !isAdministrator || deps.config.approvalAboveGbp === null) return;
  throw new NeedsApproval(wanted, extras);
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
    if (error instanceof NeedsApproval)
      await askForApproval({ deps, actor }, { wanted: error.wanted, ...error.extras });
    throw error;
  }
}
