import { z } from 'zod';
import { invalidField } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import type { Deps } from '../deps.ts';
import { authenticate, authenticateAddress } from '../trunks/authenticate-sip.ts';
import { sipIdentity } from '../trunks/contract.ts';

const identity = z.object(sipIdentity);

/**
 * Whose telephone system sent an INVITE: by its digest, or by the address that it came from.
 * @returns the package, and what was dialled without the digits that name it
 * @throws not_found, bad_signature, account_suspended, forbidden (the package), validation_failed (neither is given)
 */
export async function identify(
  deps: Deps,
  { digest, sender, destination: dialled }: z.output<typeof identity> & { destination: string },
): ReturnType<typeof authenticateAddress> {
  if (digest) return { package: await authenticate(deps, digest), dialled };
  if (!sender) throw invalidField('digest', fault('notUnderstood'));
  return authenticateAddress(deps, { ...sender, dialled });
}
