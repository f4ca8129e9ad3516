import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Repeating } from './kit/every.ts';
import { keepTraces } from './kit/request.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

const NOT_SENT = 'traces are not sent';
/** A stop waits no longer for a collector. */
const LAST_MS = 2000;

/** Sends traces to an OpenTelemetry collector; the library reads its other settings from the environment itself. */
export function startTracing(url: string, log: Logger): Repeating {
  const tell = (what: string) => log.warn({ what }, NOT_SENT);
  const nothing = () => {};
  diag.setLogger({ error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing }, DiagLogLevel.WARN);
  const random = new RandomIdGenerator();
  let chosen: string | null = null;
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'topline' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
    idGenerator: {
      generateTraceId: () => chosen ?? random.generateTraceId(),
      generateSpanId: () => chosen?.slice(16) ?? random.generateSpanId(),
    },
  });
  const tracer = provider.getTracer('topline');
  const end = keepTraces({
    begin: ({ name, kind, attributes }, parent) => {
      const isFirst = typeof parent === 'string';
      chosen = isFirst ? parent : null;
      const context = isFirst ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context);
      chosen = null;
      return {
        at: span.spanContext(),
        end: (cameTo) => {
          span.setAttributes(cameTo);
          if (cameTo['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  });
  return {
    stop: async () => {
      end();
      const last = provider.shutdown().catch((error: unknown) => log.warn({ error }, NOT_SENT));
      await Promise.race([last, Bun.sleep(LAST_MS)]);
    },
  };
}
