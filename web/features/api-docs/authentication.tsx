import { Link } from '@tanstack/react-router';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

/** How a program says who it is. */
export function Authentication() {
  const { apiKey } = useCurrentUser();
  return (
    <Card title={t('apiDocs.auth.title')} description={t('apiDocs.auth.description')}>
      <div className="flex flex-col gap-3">
        <CodeBlock
          label={t('apiDocs.example', { title: t('apiDocs.auth.title') })}
          code={`export TOPLINE_KEY=${apiKey}`}
        />
        <p className="text-muted">
          {t('apiDocs.auth.lost')}{' '}
          <Link to="/settings" className="font-medium text-accent underline">
            {t('apiDocs.auth.settings')}
          </Link>
        </p>
      </div>
    </Card>
  );
}
