import { signatureHeaders } from '../../../src/carriers/adapters/sandbox/signature.ts';
import type { TestApp } from '../../kit/app.ts';

/** Posts news of calls as the simulated carrier does, and what it never would. */
export function sendSandboxNews(app: TestApp, calls: readonly object[], carrier = 'sandbox'): Promise<Response> {
  const body = JSON.stringify({ calls });
  const headers = signatureHeaders(app.deps, carrier, body);
  return app.fetch(`/api/callbacks/${carrier}/voice`, { method: 'POST', headers, body });
}
