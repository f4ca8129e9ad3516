import { isStillSignedIn, notSignedIn } from '../../callers/caller.ts';
import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { streamEvents } from '../../platform/events/contract.ts';
import { openStream } from '../../platform/events/stream.ts';

const { route } = routesFor<Deps>();

export const eventRoutes = [
  route(streamEvents, async ({ deps, actor, incoming }) => {
    incoming.keepOpen();
    const stream = await openStream(deps, {
      userId: actor.id,
      isAdmin: actor.role === 'admin',
      duty: actor.duty,
      credentialId: actor.credentialId,
      personId: actor.person?.id,
      most: deps.config.quotas?.streams ?? null,
      lastEventId: incoming.request.headers.get('last-event-id'),
    });
    // A sign-in that ended before the stream was subscribed did not close the stream, so it is checked here.
    if (!(await isStillSignedIn(deps.sql, actor, deps.clock.now()))) {
      await stream.cancel();
      throw notSignedIn();
    }
    return new Response(stream, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Proxies that buffer by default pass a stream on when they see this header.
        'x-accel-buffering': 'no',
      },
    });
  }),
];
