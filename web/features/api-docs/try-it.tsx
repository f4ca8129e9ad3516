import { useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Play } from '../../ui/icons.tsx';
import { ApiError, call, newIdempotencyKey } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import type { AnyEndpoint } from './endpoints.ts';
import type { Example, KnownIds } from './example-request.ts';
import { runFirst } from './run-first.ts';
import { useExampleCost } from './use-example-cost.ts';

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
          icon={<Play aria-hidden className="size-4" />}
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
