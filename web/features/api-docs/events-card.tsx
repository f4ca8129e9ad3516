import { EVENTS } from '../../../src/events.ts';
import { streamEvents } from '../../../src/platform/events/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/frames.tsx';
import { CodeExamples } from './code-examples.tsx';
import { ReferenceLink } from './endpoint-card.tsx';
import { exampleOf } from './example-request.ts';

/** The stream of events: how to read it, and which there are. */
export function EventsCard({ finds }: { finds: (text: string) => boolean }) {
  const isAdmin = useCurrentUser().role === 'admin';
  const known = Object.values(EVENTS).filter(({ audience: { owner, everyone } }) => isAdmin || owner || everyone);
  const shown = known.filter(({ name }) => finds(`${t('apiDocs.events.title')} ${name}`));
  if (shown.length === 0) return null;
  const example = exampleOf(streamEvents, { origin: window.location.origin, ids: {}, now: new Date() });
  return (
    <Card title={t('apiDocs.events.title')} description={t('apiDocs.events.description')}>
      <div className="flex flex-col gap-4">
        {example && <CodeExamples title={t('apiDocs.events.title')} example={example} />}
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {shown.map(({ name }) => (
            <li key={name} className="font-mono text-sm">
              {name}
            </li>
          ))}
        </ul>
        <ReferenceLink endpoint={streamEvents} title={t('apiDocs.events.title')} />
      </div>
    </Card>
  );
}
