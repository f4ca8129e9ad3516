import { join } from 'node:path';
import { accountRoutes } from './callers/routes.ts';
import { peopleRoutes } from './callers/people/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { brandedPage } from './resale/brands/branded-page.ts';
import { brandRoutes } from './resale/brands/routes.ts';
import { customerRoutes } from './resale/customers/routes.ts';
import type { Deps } from './deps.ts';
import { metricSources } from './metric-sources.ts';
import { eventRoutes } from './edge/events/routes.ts';
import { EVENTS } from './events.ts';
import { deckRoutes } from './money/decks/routes.ts';
import { askBeforeDecision } from './money/evidence/ask-before-decision.ts';
import { evidenceRoutes } from './money/evidence/routes.ts';
import { docsFile, docsPage } from './edge/http/docs.ts';
import { createServer, register } from './edge/http/elysia.ts';
import { healthz, readyz } from './edge/http/health.ts';
import { API_HEADERS } from './edge/http/answer.ts';
import { createMetrics } from './edge/http/metrics.ts';
import { errorResponse } from './edge/http/on-error.ts';
import { DESCRIPTIONS, servedDescription } from './edge/http/openapi-served.ts';
import { createRateLimiter } from './edge/http/rate-limit.ts';
import { createRefusals } from './edge/http/refusals.ts';
import { identified } from './edge/http/request-id.ts';
import type { Route } from './callers/route.ts';
import { overHttps, secure } from './edge/http/security.ts';
import { siteFile } from './edge/http/site-files.ts';
import { createStatic, createText } from './edge/http/static.ts';
import { Problem } from './platform/kit/errors.ts';
import { TOLD } from './accounts/webhooks/told.ts';
import { closingRoutes } from './accounts/closing/routes.ts';
import { exportRoutes } from './accounts/export/routes.ts';
import { limitRoutes } from './accounts/limits/routes.ts';
import { messagingRoutes } from './services/messaging/routes.ts';
import { answerRoutes } from './services/inbox/answers/routes.ts';
import { inboxRoutes } from './services/inbox/routes.ts';
import { papersRoutes } from './services/numbers/papers/routes.ts';
import { portRoutes } from './services/numbers/ports/routes.ts';
import { numberRoutes } from './services/numbers/routes.ts';
import { trunkRoutes } from './services/trunks/routes.ts';
import { paymentRoutes } from './money/payments/routes.ts';
import { signatureRoutes } from './money/signatures/routes.ts';
import { profileRoutes } from './accounts/profile/routes.ts';
import { invoiceRoutes } from './money/invoices/routes.ts';
import { bookRoutes } from './money/accounts/routes.ts';
import { carrierRoutes } from './carriers/routes.ts';
import { fulfilments } from './fulfilments.ts';
import { rateRoutes } from './resale/rates/routes.ts';
import { resellerRoutes } from './resale/packages/routes.ts';
import { signInRoutes } from './callers/sign-in/routes.ts';
import { statementRoutes } from './money/statements/routes.ts';
import { numberProofRoutes } from './services/number-proofs/routes.ts';
import { senderRoutes } from './services/senders/routes.ts';
import { verificationRoutes } from './services/verifications/routes.ts';
import { campaignRoutes } from './services/campaigns/routes.ts';
import { contactRoutes } from './services/contacts/routes.ts';
import { optOutRoutes } from './services/messaging/opt-outs/routes.ts';
import { templateRoutes } from './services/messaging/templates/routes.ts';
import { sipRoutes } from './services/sip/routes.ts';
import { smppRoutes } from './services/smpp/routes.ts';
import { uploadRoutes } from './edge/uploads/routes.ts';
import { webhookRoutes } from './accounts/webhooks/routes.ts';
import { walletRoutes } from './money/wallets/routes.ts';
import { inboundRoutes } from './services/voice/inbound/routes.ts';
import { voiceRoutes } from './services/voice/routes.ts';

/** Every operation of the API, in the order of its description. */
export const routes: readonly Route<Deps>[] = [
  ...accountRoutes,
  ...profileRoutes,
  ...closingRoutes,
  ...exportRoutes,
  ...signInRoutes,
  ...peopleRoutes,
  ...adminRoutes,
  ...brandRoutes,
  ...limitRoutes,
  ...customerRoutes,
  ...deckRoutes,
  ...eventRoutes,
  ...evidenceRoutes,
  ...messagingRoutes,
  ...inboxRoutes,
  ...answerRoutes,
  ...numberRoutes,
  ...papersRoutes,
  ...portRoutes,
  ...trunkRoutes,
  ...paymentRoutes(fulfilments, askBeforeDecision),
  ...signatureRoutes,
  ...walletRoutes,
  ...bookRoutes,
  ...invoiceRoutes,
  ...carrierRoutes,
  ...rateRoutes,
  ...resellerRoutes,
  ...statementRoutes,
  ...templateRoutes,
  ...contactRoutes,
  ...campaignRoutes,
  ...optOutRoutes,
  ...verificationRoutes,
  ...senderRoutes,
  ...numberProofRoutes,
  ...uploadRoutes,
  ...webhookRoutes,
  ...voiceRoutes,
  ...inboundRoutes,
  ...sipRoutes,
  ...smppRoutes,
];

const WEB_BUILD = join(import.meta.dir, '..', 'dist');

/** The whole program behind one `fetch`: the API, and the build of the web application. */
export function createApp(deps: Deps) {
  const refusals = createRefusals(deps.clock);
  const limiter = createRateLimiter(deps.config.rateLimits, deps.clock);
  const app = createServer(deps, { limiter, refusals });
  const metrics = createMetrics(deps, [...metricSources(deps), ...refusals.metrics]);
  for (const each of routes) register(app, deps, each, { limiter, metrics, refusals });
  app.get('/healthz', () => overHttps(healthz(), deps.config));
  app.get('/readyz', async () => overHttps(await readyz(deps), deps.config));
  app.get('/metrics', async ({ request, server }) =>
    overHttps(await metrics.answer(request, server?.requestIP(request)?.address), deps.config),
  );
  const endpoints = routes.map(({ endpoint }) => endpoint);
  for (const part of ['programs', 'admin', 'others'] as const) {
    // Made when it is first asked for, because it takes a good part of the start, and most starts are a
    // developer's.
    let description: ((request: Request) => Response) | undefined;
    app.get(DESCRIPTIONS[part], ({ request }) => {
      description ??= createText(
        'application/json; charset=utf-8',
        JSON.stringify(servedDescription(part, endpoints, Object.values(EVENTS), TOLD)),
        { ...API_HEADERS, 'cache-control': 'no-cache' },
      );
      return overHttps(description(request), deps.config);
    });
  }
  app.get('/api/docs', async ({ request }) =>
    secure((await brandedPage(deps, docsPage, request)) ?? docsPage(), deps.config, 'reference'),
  );
  for (const name of ['start.js', 'style.css', 'changes'] as const) {
    app.get(`/api/docs/${name}`, () => docsFile(name, deps.config));
  }
  const unknownPath = ({ request }: { request: Request }) =>
    overHttps(
      identified(() => errorResponse(new Problem('not_found', 'There is no such endpoint'), deps.log, request)),
      deps.config,
    );
  app.all('/api/*', unknownPath);
  app.get('/api/*', unknownPath);
  const files = createStatic(WEB_BUILD, deps.config);
  const page = async ({ request }: { request: Request }) => {
    const made = siteFile(request, deps.config, deps.clock.now());
    const response = made ?? (await brandedPage(deps, files, request)) ?? files(request);
    return response ? secure(response, deps.config) : unknownPath({ request });
  };
  app.get('/*', page);
  app.head('/*', page);
  return app;
}
