import { Link } from '../../lib/router.ts';
import { SCOPES } from '../../../src/platform/kit/scopes.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

/** Asks for the key if it is not known in full, because a shell must never get the masked one. */
export const keyCommand = (masked: string, fresh: string | null, id: string): string =>
  fresh?.slice(-4) === masked.slice(-4)
    ? `export API_KEY=${fresh} USER_ID=${id}`
    : `printf 'API key: '; read -r API_KEY; export API_KEY USER_ID=${id}`;

/** How a program authenticates. */
export function Authentication() {
  const { id, apiKey, role } = useCurrentUser();
  const fresh = useSession((session) => session.freshApiKey);
  return (
    <Card title={t('apiDocs.auth.title')} description={t('apiDocs.auth.description')}>
      <div className="flex flex-col gap-3">
        <CodeBlock
          label={t('apiDocs.example', { title: t('apiDocs.auth.title') })}
          code={keyCommand(apiKey, fresh, id)}
        />
        <p className="text-muted">
          {t('apiDocs.auth.lost')}{' '}
          <Link to="/settings" hash="api-keys" className="font-medium text-accent underline">
            {t('apiDocs.auth.settings')}
          </Link>
        </p>
        <p className="text-muted">{t('apiDocs.auth.scopes')}</p>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {SCOPES.filter((scope) => role === 'admin' || (scope !== 'admin' && scope !== 'money')).map((scope) => (
            <div key={scope} className="grid grid-cols-[6rem_1fr] items-baseline gap-x-2">
              <dt>
                <code className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-sm">{scope}</code>
              </dt>
              <dd className="text-sm text-muted">{t(`settings.apiKeys.scopeText.${scope}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
