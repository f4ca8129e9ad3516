import { t } from '../../lib/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { CodeExamples } from './code-examples.tsx';
import { type AnyEndpoint, errorsOf } from './endpoints.ts';
import { exampleOf, type KnownIds } from './example-request.ts';
import { FieldList } from './field-list.tsx';
import { fieldsOf } from './schema-fields.ts';

/** One operation of the API: an example for the caller, its fields, limits and errors, and where to try it. */
export function EndpointCard({ endpoint, ids }: { endpoint: AnyEndpoint; ids: KnownIds }) {
  const { name, tag, access, method, path, summary, query, body, response, idempotent, paged } = endpoint;
  const example = exampleOf(endpoint, { origin: window.location.origin, ids, now: new Date() });
  const notes = [
    idempotent && t('apiDocs.idempotent'),
    paged && t('apiDocs.paged'),
    example?.first && t('apiDocs.makesFirst'),
    !example && t('apiDocs.noExample'),
  ].filter(Boolean);
  return (
    <Card title={summary}>
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={method === 'GET' ? 'neutral' : 'accent'}>{method}</Badge>
          <code className="font-mono text-sm break-all">{path}</code>
        </p>
        {notes.length > 0 && <p className="text-sm text-muted">{notes.join(' ')}</p>}
        {example && <CodeExamples title={summary} example={example} />}
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <ExternalLink href={encodeURI(`/api/docs${access.startsWith('admin') ? '?others' : ''}#/${tag}/${name}`)}>
            {t('apiDocs.try.label', { title: summary })}
          </ExternalLink>
          {t('apiDocs.try.real')}
        </p>
        <details className="group">
          <summary className="cursor-pointer font-medium text-accent">{t('apiDocs.details')}</summary>
          <div className="mt-3 flex flex-col gap-4">
            {query && <FieldList title={t('apiDocs.query')} fields={fieldsOf(query)} />}
            {body && <FieldList title={t('apiDocs.body')} fields={fieldsOf(body)} />}
            {response && <FieldList answered title={t('apiDocs.answer')} fields={fieldsOf(response, 'output')} />}
            <ErrorList endpoint={endpoint} />
          </div>
        </details>
      </div>
    </Card>
  );
}

function ErrorList({ endpoint }: { endpoint: AnyEndpoint }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium">{t('apiDocs.errors')}</h3>
      <ul className="flex flex-col gap-1">
        {errorsOf(endpoint).map(({ code, status, title }) => (
          <li key={code} className="flex flex-wrap gap-x-3 text-sm">
            <span className="tabular-nums">{status}</span>
            <code className="font-mono">{code}</code>
            <span className="text-muted">{title}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
