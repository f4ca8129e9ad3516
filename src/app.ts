import { join } from 'node:path';
import type { Deps } from './deps.ts';
import { eventRoutes } from './events/routes.ts';
import { createServer, register } from './http/elysia.ts';
import { healthz, readyz } from './http/health.ts';
import { errorResponse } from './http/on-error.ts';
import type { Route } from './http/route.ts';
import { createStatic } from './http/static.ts';
import { Problem } from './kit/errors.ts';

/** Every operation of the API, in the order of its description. */
export const routes: readonly Route[] = [...eventRoutes];

const WEB_BUILD = join(import.meta.dir, '..', 'dist');

/** The whole program behind one `fetch`: the API, and the build of the web application. */
export function createApp(deps: Deps) {
  const app = createServer(deps);
  for (const each of routes) register(app, deps, each);
  app.get('/healthz', healthz);
  app.get('/readyz', () => readyz(deps));
  const unknownPath = ({ request }: { request: Request }) =>
    errorResponse(new Problem('not_found', 'There is no such endpoint'), deps.log, request);
  app.all('/api/*', unknownPath);
  app.get('/api/*', unknownPath);
  const page = createStatic(WEB_BUILD);
  app.get('/*', ({ request }) => page(request) ?? unknownPath({ request }));
  app.head('/*', ({ request }) => page(request) ?? unknownPath({ request }));
  return app;
}
