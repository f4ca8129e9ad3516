import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call, newIdempotencyKey } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useRates } from '../../lib/use-rates.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Play } from '../../ui/icons.tsx';
import type { AnyEndpoint } from './endpoints.ts';
import { exampleCost } from './example-cost.ts';
import type { Example, FirstStep, KnownIds } from './example-request.ts';
import { ID_PATHS, type Made } from './made-first.ts';

const PAUSE_MS = 1000;

type Thing = Record<string, unknown>;

/**
 * Makes what an example acts on, as the example itself does, and waits until it is ready.
 * @returns the ids of what was made, with those that were known. Throws `ApiError`, and the signal's reason.
 */
async function runFirst(made: Made, ids: KnownIds, signal: AbortSignal): Promise<KnownIds> {
  const { endpoint, body, variable, wait } = made;
  let thing = asThing(await call(endpoint, { params: ids, body, idempotencyKey: newIdempotencyKey(), signal }));
  if (!wait) return idsIn(thing, variable, ids);
  while (subject(thing, wait.list)?.[wait.field] !== wait.value) {
    await pause(signal);
    thing = asThing(await call(wait.endpoint, { params: idsIn(thing, variable, ids), signal }));
  }
  return idsIn(thing, variable, ids);
}

function idsIn(thing: Thing, variable: Made['variable'], known: KnownIds): KnownIds {
  const found = Object.entries(ID_PATHS)
    .filter(([, from]) => from.variable === variable)
    .flatMap(([name, { list }]) => {
      const id = subject(thing, list)?.id;
      return typeof id === 'string' ? [[name, id] as const] : [];
    });
  return { ...known, ...Object.fromEntries(found) };
}

/** Itself, or the first of a list of its own. */
function subject(thing: Thing, list: string | undefined): Thing | undefined {
  if (!list) return thing;
  const values = thing[list];
  return Array.isArray(values) && values.length > 0 ? asThing(values[0]) : undefined;
}

const asThing = (value: unknown): Thing => Object.fromEntries(Object.entries(value ?? {}));

function pause(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, PAUSE_MS);
  return promise;
}

interface TryItProps {
  endpoint: AnyEndpoint;
  example: Example;
  ids: KnownIds;
}

/** Sends the example, as it is or changed, as the person who is signed in. */
export function TryIt({ endpoint, example, ids }: TryItProps) {
  const { request, first } = example;
  const [body, setBody] = useState(() => JSON.stringify(request.body, null, 2) ?? '');
  const [malformed, setMalformed] = useState(false);
  const run = useRun(endpoint, { example, ids });
  const [asked, setAsked] = useState<{ given: unknown; cost: string } | null>(null);
  const costOf = useExampleCost();
  const start = () => {
    let given: unknown;
    try {
      given = request.body === undefined ? undefined : JSON.parse(body);
      setMalformed(false);
    } catch {
      return setMalformed(true);
    }
    const cost = costOf(endpoint, given, first);
    if (cost) setAsked({ given, cost });
    else run.mutate(given);
  };
  const answer = run.isSuccess ? JSON.stringify(run.data, null, 2) : answerOf(run.error);
  return (
    <div className="flex flex-col gap-3 rounded-md bg-sunken p-4">
      {request.body !== undefined && (
        <Field label={t('apiDocs.try.body')} error={malformed ? t('apiDocs.try.malformed') : undefined}>
          <Textarea
            rows={8}
            spellCheck={false}
            className="font-mono text-sm"
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="sm"
          busy={run.isPending}
          icon={Play}
          aria-label={t('apiDocs.try.label', { title: endpoint.summary })}
          onClick={start}
        >
          {t('apiDocs.try.send')}
        </Button>
        <p className="text-sm text-muted">{t('apiDocs.try.real')}</p>
      </div>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t('apiDocs.try.confirmTitle')}
        description={asked?.cost}
        confirmLabel={t('apiDocs.try.send')}
        onConfirm={() => {
          run.mutate(asked?.given);
          setAsked(null);
        }}
      />
      {answer && <Answer text={answer} />}
    </div>
  );
}

function Answer({ text }: { text: string }) {
  return (
    <pre
      role="status"
      tabIndex={0}
      aria-label={t('apiDocs.try.answer')}
      className="max-h-80 overflow-auto rounded-md border border-line bg-surface p-3 font-mono text-sm break-all whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}

/** Sends a body to an endpoint, after what has to be made first. */
function useRun(endpoint: AnyEndpoint, { example: { request, first }, ids }: Omit<TryItProps, 'endpoint'>) {
  const leaving = useLeaving();
  return useMutation({
    mutationFn: async (given: unknown) => {
      const idempotencyKey = request.idempotent ? newIdempotencyKey() : undefined;
      const params = first ? await runFirst(first.made, ids, leaving()) : ids;
      return call(endpoint, { params, body: given, idempotencyKey });
    },
  });
}

/** A signal that aborts what still waits when the form is left. */
function useLeaving(): () => AbortSignal {
  const controller = useRef(new AbortController());
  useEffect(() => {
    controller.current = new AbortController();
    return () => controller.current.abort();
  }, []);
  return () => controller.current.signal;
}

function answerOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error ? t('apiDocs.try.noAnswer') : '';
  return error.problem ? JSON.stringify(error.problem, null, 2) : error.message;
}

/** Says what trying an example costs, with all that it makes first; null where it costs nothing. */
function useExampleCost() {
  const rates = useRates(useCurrentUser().id);
  return (endpoint: AnyEndpoint, body: unknown, first: FirstStep | null): string | null => {
    const cost = exampleCost({ endpoint, body }, first?.made, rates);
    if (!cost) return null;
    if (cost.pounds === null) return t('apiDocs.try.confirmNormal');
    const pounds = formatPounds(cost.pounds);
    return cost.per === 'minute'
      ? t('apiDocs.try.confirmRate', { rate: pounds })
      : t('apiDocs.try.confirmText', { price: pounds });
  };
}
