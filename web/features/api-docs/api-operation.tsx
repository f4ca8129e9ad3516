import type { Method } from '../../../src/kit/endpoint.ts';
import { t } from '../../lib/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { curl } from './curl.ts';

interface ApiOperationProps {
  title: string;
  description: string;
  method: Method;
  /** With `:id` where the caller's own id stands. */
  path: string;
  userId: string;
  body?: unknown;
  stream?: boolean;
}

/** One operation of the API with a command to try it, for the caller's own account. */
export function ApiOperation({ title, description, method, path, userId, body, stream }: ApiOperationProps) {
  const url = `${window.location.origin}${path.replace(':id', userId)}`;
  return (
    <Card title={title} description={description}>
      <div className="flex flex-col gap-3">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={method === 'GET' ? 'neutral' : 'accent'}>{method}</Badge>
          <code className="font-mono text-sm break-all">{path}</code>
        </p>
        <CodeBlock label={t('apiDocs.example', { title })} code={curl({ method, url, body, stream })} />
      </div>
    </Card>
  );
}
