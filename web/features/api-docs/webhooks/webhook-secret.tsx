import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

interface WebhookSecretProps {
  /** Null while there is none to show. */
  secret: string | null;
  onClose: () => void;
}

/** A new signing secret, shown this once. */
export function WebhookSecret({ secret, onClose }: WebhookSecretProps) {
  return (
    <Dialog
      open={secret !== null}
      onClose={onClose}
      title={t('webhooks.secret.title')}
      description={t('webhooks.secret.text')}
      footer={<Button onClick={onClose}>{t('webhooks.secret.done')}</Button>}
    >
      {secret && (
        <p className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2">
          <code className="min-w-0 flex-1 font-mono text-sm break-all">{secret}</code>
          <CopyButton value={secret} label={t('webhooks.secret.copy')} />
        </p>
      )}
    </Dialog>
  );
}
