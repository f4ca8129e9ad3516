import type { Endpoint } from '../../src/platform/kit/endpoint.ts';
import { actsAsAdmin } from '../../src/platform/kit/duties.ts';
import { useSession } from '../state/session.ts';

/** The part of an endpoint that says who may use it. */
export type Guarded = Pick<Endpoint, 'access' | 'method' | 'duties'>;

/** Tells whether the person who is signed in may use an endpoint as an administrator. */
export function useMay(): (endpoint: Guarded) => boolean {
  const user = useSession((session) => session.user);
  return (endpoint) => user !== null && actsAsAdmin(user, endpoint);
}
