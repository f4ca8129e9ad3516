import type { Incoming, Route } from '../../callers/route.ts';
import { cameToStatus, type Step } from '../../platform/kit/request.ts';
import type { Deps } from '../deps.ts';

/** Our own ids are UUIDs; what else stands in a path may be a number or a secret. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A request in its trace, by OpenTelemetry's names. */
export const stepOf = <D extends Deps>(
  { endpoint: { method, path } }: Route<D>,
  { params, request }: Incoming,
): Step<Response> => ({
  name: `${method} ${path}`,
  kind: 'server',
  attributes: {
    'http.request.method': method,
    'http.route': path,
    'url.path': path.replace(/:(\w+)/g, (whole, name: string) =>
      ID.test(params[name] ?? '') ? String(params[name]) : whole,
    ),
    'url.scheme': request.headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http',
  },
  cameTo: (response) => cameToStatus(response, 500),
});
