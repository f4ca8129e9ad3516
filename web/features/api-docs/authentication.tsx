import { Link } from '../../lib/router.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { Card } from '../../ui/frames.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

const PLACEHOLDER = 'YOUR_API_KEY';

/** Has a place for the key if it is not known in full, because a shell must never get the masked one. */
export const keyCommand = (masked: string, fresh: string | null, id: string): string =>
  `export API_KEY=${fresh?.slice(-4) === masked.slice(-4) ? fresh : PLACEHOLDER} USER_ID=${id}`;

/** How a program authenticates. */
export function Authentication() {
  const { id, apiKey } = useCurrentUser();
  const fresh = useSession((session) => session.freshApiKey);
  const command = keyCommand(apiKey, fresh, id);
  return (
    <Card title={t('apiDocs.auth.title')} description={t('apiDocs.auth.description')}>
      <div className="flex flex-col gap-3">
        <p>
          {t('apiDocs.auth.shell')}{' '}
          {command.includes(PLACEHOLDER) && t('apiDocs.auth.replace', { placeholder: PLACEHOLDER })}
        </p>
        <CodeBlock scrolls label={t('apiDocs.example', { title: t('apiDocs.auth.title') })} code={command} />
        <p className="text-muted">
          {t('apiDocs.auth.lost')}{' '}
          <Link to="/settings" hash="api-keys" className="font-medium text-accent underline">
            {t('apiDocs.auth.settings')}
          </Link>
        </p>
        <p className="text-muted">{t('apiDocs.auth.scopes')}</p>
      </div>
    </Card>
  );
}
