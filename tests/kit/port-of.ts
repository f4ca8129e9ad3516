import type { Server } from 'node:net';

/** The port that a server listens on. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}
