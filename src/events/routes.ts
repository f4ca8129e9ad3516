import { route } from '../http/route.ts';
import { streamEvents } from './contract.ts';
import { openStream } from './stream.ts';

export const eventRoutes = [
  route(streamEvents, async ({ deps, actor, incoming }) => {
    incoming.keepOpen();
    return openStream(deps, {
      userId: actor.id,
      isAdmin: actor.role === 'admin',
      credentialId: actor.credentialId,
      lastEventId: incoming.request.headers.get('last-event-id'),
    });
  }),
];
