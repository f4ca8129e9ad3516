import type { Deps } from '../../services/deps.ts';
import { invalidField } from '../../platform/kit/errors.ts';
import { checkTarget, RefusedTarget, resolveByDns } from '../../platform/kit/target.ts';

/** Refuses an address to which we would not deliver. @throws validation_failed naming `url` */
export async function requireTarget(deps: Pick<Deps, 'config'>, url: string): Promise<void> {
  try {
    await checkTarget(url, resolveByDns, deps.config.webhooksToLoopback);
  } catch (error) {
    if (error instanceof RefusedTarget) throw invalidField('url', error.sentence);
    throw error;
  }
}
