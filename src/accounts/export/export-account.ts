import { type Actor, type Calling, audit } from '../../callers/audit.ts';
import { isStillSignedIn, notSignedIn } from '../../callers/caller.ts';
import { countAttempt, exportLimit } from '../../callers/throttle.ts';
import { transact } from '../../platform/events/transact.ts';
import { FileAnswer } from '../../platform/kit/answer.ts';
import type { Deps } from '../../services/deps.ts';
import { PARTS, readPart } from './read-part.ts';

/**
 * All data about the caller's account as one JSON file: an object with a list for each part. It is made while it is
 * read, and it stops when the session ends.
 * @throws rate_limited
 */
export async function exportAccount({ deps, actor }: Calling<Deps>): Promise<FileAnswer> {
  await countAttempt(deps, exportLimit(actor.id));
  await transact(deps, (tx) => audit(tx, actor, 'account.exported', { subject: actor.email, userId: actor.id }));
  const name = `account-${deps.clock.now().toISOString().slice(0, 10)}.json`;
  return new FileAnswer({ name, contentType: 'application/json', keeping: 'nobody' }, textOf(deps, actor));
}

async function* textOf(deps: Deps, actor: Actor): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`{"exportedAt":"${deps.clock.now().toISOString()}"`);
  for (const part of PARTS) {
    yield encoder.encode(`,\n"${part.file}":[`);
    let separator = '\n';
    let after: readonly string[] | null = null;
    do {
      if (!(await isStillSignedIn(deps.sql, actor, deps.clock.now()))) throw notSignedIn();
      const { rows, next } = await readPart(deps.sql, part, { userId: actor.id, after });
      if (rows.length > 0) yield encoder.encode(separator + rows.join(',\n'));
      separator = ',\n';
      after = next;
    } while (after !== null);
    yield encoder.encode(']');
  }
  yield encoder.encode('}\n');
}
