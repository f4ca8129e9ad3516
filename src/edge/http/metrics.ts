import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../../platform/kit/clock.ts';
import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Config } from '../config.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { unexpected } from '../../platform/kit/unexpected.ts';

/** The metrics that a process gives to a Prometheus server. */
export interface Metrics {
  /**
   * Counts an answered request.
   * @param route the endpoint's path with its placeholders, so that the number of series stays small
   * @param startedAt from `performance.now()`
   */
  observe(method: string, route: string, status: number, startedAt: number): void;
  /**
   * The metrics as Prometheus text, for holders of METRICS_TOKEN, and for this machine where METRICS_LOCALLY says so.
   * @param peer the address at the other end of the connection
   * @throws not_signed_in
   */
  answer(request: Request, peer: string | undefined): Promise<Response>;
}

interface MetricsHost {
  config: Pick<Config, 'metricsToken' | 'metricsLocally'>;
  bus: { readonly streams: number; onDelivered: (at: Date) => void };
  clock: Clock;
  database: { readonly away: boolean };
}

/** Memory, processor and event loop are measured per process, even if it runs several applications. */
let processMetrics: Registry | null = null;

function processRegistry(): Registry {
  if (!processMetrics) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
    const uncaught = new Counter({
      name: 'unexpected_errors_total',
      help: 'Errors that nobody caught; each is in the log',
      registers: [],
      collect() {
        this.reset();
        this.inc(unexpected.count);
      },
    });
    processMetrics.registerMetric(uncaught);
  }
  return processMetrics;
}

/** Makes the metrics of one application. */
export function createMetrics(
  { config, bus, clock, database }: MetricsHost,
  sources: readonly MetricSource[] = [],
): Metrics {
  const registry = new Registry();
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the head of its answer',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const streams = new Gauge({
    name: 'event_streams_open',
    help: 'Event streams open now',
    registers: [registry],
  });
  const deliveries = new Histogram({
    name: 'event_delivery_seconds',
    help: 'Time from the begin of a change, as the verification of a payment, to its event on open streams',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  bus.onDelivered = (at) => deliveries.observe(Math.max(0, clock.now().getTime() - at.getTime()) / 1000);
  const databaseUp = new Gauge({
    name: 'database_up',
    help: '1 while the database answers this process',
    registers: [registry],
  });
  for (const { name, help, labels, read } of sources) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      collect: async () => {
        // If the database does not answer, the process still reports its own metrics, and says nothing of these:
        // a gauge without labels would be 0 after `reset` alone.
        const values = await read().catch(() => []);
        gauge.reset();
        if (labels.length === 0) gauge.remove();
        for (const each of values) gauge.set(each.labels, each.value);
      },
    });
  }
  return {
    observe: (method, route, status, startedAt) => {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, (performance.now() - startedAt) / 1000);
    },
    answer: async (request, peer) => {
      const isOpen = config.metricsLocally && isLocal(request, peer);
      if (!isOpen && !holdsToken(request, config.metricsToken)) {
        throw new Problem('not_signed_in', 'Metrics need the METRICS_TOKEN as a bearer token');
      }
      streams.set(bus.streams);
      databaseUp.set(database.away ? 0 : 1);
      const all = Registry.merge([processRegistry(), registry]);
      return new Response(await all.metrics(), {
        headers: { 'content-type': all.contentType, 'cache-control': 'no-store' },
      });
    },
  };
}

/** Behind a proxy every caller seems local. Most proxies add one of these headers, but none has to. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

function isLocal(request: Request, peer: string | undefined): boolean {
  if (PROXY_HEADERS.some((name) => request.headers.has(name))) return false;
  return peer !== undefined && /^(::ffff:)?127\.|^::1$/.test(peer);
}

function holdsToken(request: Request, token: string | null): boolean {
  const [scheme, given] = (request.headers.get('authorization') ?? '').split(' ');
  if (token === null || given === undefined || scheme?.toLowerCase() !== 'bearer') return false;
  return timingSafeEqual(digest(given), digest(token));
}

/** Both digests have the same length, which `timingSafeEqual` needs. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
