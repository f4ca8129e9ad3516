import { sendSms } from '../../../src/services/messaging/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Badge } from '../../ui/values.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { CodeExamples } from './code-examples.tsx';
import type { AnyEndpoint } from './endpoints.ts';
import { exampleOf, type KnownIds } from './example-request.ts';

interface EndpointCardProps {
  endpoint: AnyEndpoint;
  ids: KnownIds;
  /** At first. */
  isOpen: boolean;
}

/** One operation of the API: an example for the caller, and where its fields and errors stand and it is tried. */
export function EndpointCard({ endpoint, ids, isOpen }: EndpointCardProps) {
  const { name, method, path, summary, idempotent, paged } = endpoint;
  const example = exampleOf(endpoint, { origin: window.location.origin, ids, now: new Date() });
  const notes = [
    name === sendSms.name && t('apiDocs.free'),
    idempotent && t('apiDocs.idempotent'),
    paged && t('apiDocs.paged'),
    example?.first && t('apiDocs.makesFirst'),
    !example && t('apiDocs.noExample'),
  ].filter(Boolean);
  return (
    <details
      id={name}
      open={isOpen}
      className="scroll-mt-40 rounded-lg border border-line bg-surface shadow-card lg:scroll-mt-20"
    >
      <summary className="flex cursor-pointer items-baseline gap-3 rounded-lg px-5 py-3 hover:bg-sunken/50">
        <Badge tone={method === 'GET' ? 'neutral' : 'accent'}>{method}</Badge>
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 className="font-semibold">{summary}</h2>
          <code className="font-mono text-sm break-all text-muted">{path}</code>
        </div>
      </summary>
      <div className="flex flex-col gap-4 px-5 pt-1 pb-5">
        {notes.length > 0 && <p className="text-sm text-muted">{notes.join(' ')}</p>}
        {example && <CodeExamples title={summary} example={example} />}
        <ReferenceLink endpoint={endpoint} title={summary} />
      </div>
    </details>
  );
}

/** Leads to an operation in the reference, which has every field, limit and error of it, and tries it. */
export const ReferenceLink = ({ endpoint: { access, tag, name }, title }: { endpoint: AnyEndpoint; title: string }) => (
  <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
    <ExternalLink href={encodeURI(`/api/docs${access.startsWith('admin') ? '?admin' : ''}#/${tag}/${name}`)}>
      {t('apiDocs.try.label', { title })}
    </ExternalLink>
    {t('apiDocs.details')} · {t('apiDocs.try.real')}
  </p>
);
