import { EVENTS } from '../../../src/events.ts';
import { streamEvents } from '../../../src/platform/events/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { CodeExamples } from './code-examples.tsx';
import { exampleOf } from './example-request.ts';
import { FieldList } from './field-list.tsx';
import { fieldsOf } from './schema-fields.ts';

/** The stream of events: how to read it, and what each event tells. */
export function EventsCard() {
  const isAdmin = useCurrentUser().role === 'admin';
  const shown = Object.values(EVENTS).filter(({ audience: { owner, everyone } }) => isAdmin || owner || everyone);
  const example = exampleOf(streamEvents, { origin: window.location.origin, ids: {}, now: new Date() });
  return (
    <Card title={t('apiDocs.events.title')} description={t('apiDocs.events.description')}>
      <div className="flex flex-col gap-4">
        {example && <CodeExamples title={t('apiDocs.events.title')} example={example} />}
        <ul className="flex flex-col gap-2">
          {shown.map(({ name, data }) => (
            <li key={name}>
              <details>
                <summary className="cursor-pointer font-mono text-sm">{name}</summary>
                <div className="mt-2">
                  <FieldList answered title={t('apiDocs.events.data')} fields={fieldsOf(data, 'output')} />
                </div>
              </details>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
