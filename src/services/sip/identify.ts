import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { invalidField } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import type { Deps } from '../deps.ts';
import { authenticateAddress, recognise } from '../trunks/authenticate-sip.ts';
import type { authorizeSipCall } from './contract.ts';

/**
 * Whose telephone system sent an INVITE: by its digest, or by the address that it came from.
 * @returns the package, and what was dialled without the digits that name it
 * @throws not_found, bad_signature, account_suspended, forbidden (the package), validation_failed (neither is given)
 */
export async function identify(
  deps: Deps,
  { digest, sender, destination: dialled }: Pick<BodyOf<typeof authorizeSipCall>, 'digest' | 'sender' | 'destination'>,
): Promise<Awaited<ReturnType<typeof recognise>> & { dialled: string }> {
  if (digest) return { ...(await recognise(deps, digest)), dialled };
  if (!sender) throw invalidField('digest', fault('notUnderstood'));
  return { ...(await authenticateAddress(deps, { ...sender, dialled })), known: null };
}
