import { KeyRound } from '../../ui/icons.tsx';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../state/session.ts';
import { forgetKeptKey } from '../../state/fresh-key.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

/** Right after registering: the whole API key, this one time, until it is copied or dismissed. */
export function WelcomeNotice() {
  const { user, freshApiKey, forgetFreshApiKey } = useSession();
  // The key was replaced meanwhile, or it belongs to another person who signed in in another tab.
  if (!freshApiKey || freshApiKey.slice(-4) !== user?.apiKey.slice(-4)) return null;
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <KeyRound aria-hidden className="size-4 text-accent" />
          {t('overview.welcome.title')}
        </span>
      }
      description={t('overview.welcome.text')}
      actions={
        <Button size="sm" variant="secondary" onClick={forgetFreshApiKey}>
          {t('overview.welcome.done')}
        </Button>
      }
    >
      <p className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2">
        <code className="min-w-0 flex-1 font-mono text-sm break-all">{freshApiKey}</code>
        <CopyButton value={freshApiKey} label={t('overview.welcome.copy')} onCopied={forgetKeptKey} />
      </p>
    </Card>
  );
}
