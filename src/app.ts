import { join } from 'node:path';
import { accountRoutes } from './accounts/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { brandedPage } from './brands/branded-page.ts';
import { brandRoutes } from './brands/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import type { Deps } from './deps.ts';
import { eventRoutes } from './events/routes.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import { docsPage, docsScript } from './http/docs.ts';
import { createServer, register } from './http/elysia.ts';
import { healthz, readyz } from './http/health.ts';
import { jsonResponse } from './http/answer.ts';
import { createMetrics } from './http/metrics.ts';
import { errorResponse } from './http/on-error.ts';
import { describeApi } from './http/openapi.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import type { Route } from './http/route.ts';
import { secure } from './http/security.ts';
import { createStatic } from './http/static.ts';
import { Problem } from './kit/errors.ts';
import type { Fulfilments } from './ledger/fulfilment.ts';
import { limitRoutes } from './limits/routes.ts';
import { messagingRoutes } from './messaging/routes.ts';
import { numberRoutes } from './numbers/routes.ts';
import { packageFulfilment } from './packages/fulfilment.ts';
import { packageRoutes } from './packages/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { providerRoutes } from './providers/routes.ts';
import { resellerFulfilment } from './reseller/fulfilment.ts';
import { resellerRoutes } from './reseller/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { statementRoutes } from './statements/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { voiceRoutes } from './voice/routes.ts';

/** What each kind of order grants: payments takes the money, the domain that sells hands over. */
const fulfilments: Fulfilments = {
  reseller_package: resellerFulfilment,
  voice_package: packageFulfilment,
};

/** Every operation of the API, in the order of its description. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...signInRoutes,
  ...adminRoutes,
  ...brandRoutes,
  ...limitRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...evidenceRoutes,
  ...messagingRoutes,
  ...numberRoutes,
  ...packageRoutes,
  ...paymentRoutes(fulfilments),
  ...providerRoutes,
  ...resellerRoutes,
  ...statementRoutes,
  ...templateRoutes,
  ...uploadRoutes,
  ...webhookRoutes,
  ...voiceRoutes,
];

const WEB_BUILD = join(import.meta.dir, '..', 'dist');

/** The whole program behind one `fetch`: the API, and the build of the web application. */
export function createApp(deps: Deps) {
  const app = createServer(deps);
  const metrics = createMetrics(deps);
  const limiter = createRateLimiter(deps.config.rateLimits, deps.clock);
  for (const each of routes) register(app, deps, each, { limiter, metrics });
  app.get('/healthz', healthz);
  app.get('/readyz', () => readyz(deps));
  app.get('/metrics', ({ request, server }) => metrics.answer(request, server?.requestIP(request)?.address));
  const description = JSON.stringify(describeApi(routes.map(({ endpoint }) => endpoint)));
  app.get('/api/openapi.json', () => jsonResponse(200, description));
  app.get('/api/docs', () => docsPage(deps.config));
  app.get('/api/docs/start.js', () => docsScript(deps.config));
  const unknownPath = ({ request }: { request: Request }) =>
    errorResponse(new Problem('not_found', 'There is no such endpoint'), deps.log, request);
  app.all('/api/*', unknownPath);
  app.get('/api/*', unknownPath);
  const files = createStatic(WEB_BUILD);
  const page = async ({ request }: { request: Request }) => {
    const response = (await brandedPage(deps, files, request)) ?? files(request);
    return response ? secure(response, deps.config) : unknownPath({ request });
  };
  app.get('/*', page);
  app.head('/*', page);
  return app;
}
