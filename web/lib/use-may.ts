import type { Endpoint } from '../../src/platform/kit/endpoint.ts';
import { actsAsAdmin } from '../../src/platform/kit/duties.ts';
import { mayInRole } from '../../src/platform/kit/people.ts';
import { useSession } from '../state/session.ts';

/** The part of an endpoint that says who may use it. */
export type Guarded = Pick<Endpoint, 'access' | 'method' | 'duties'>;

/** Tells whether the person who is signed in may use an endpoint as an administrator. */
export function useMay(): (endpoint: Guarded) => boolean {
  const user = useSession((session) => session.user);
  return (endpoint) => user !== null && actsAsAdmin(user, endpoint);
}

/** Tells whether whoever is signed in may use an endpoint of this account: its owner may, a person by their role. */
export function useHere(): (endpoint: Pick<Endpoint, 'name' | 'access' | 'method' | 'duties'>) => boolean {
  const person = useSession((session) => session.person);
  return (endpoint) => person === null || mayInRole(person.role, endpoint);
}
