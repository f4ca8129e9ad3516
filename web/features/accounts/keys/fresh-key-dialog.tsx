import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

interface FreshKeyDialogProps {
  /** Null while there is none to show. */
  apiKey: string | null;
  onClose: () => void;
}

/** A new key in full: it is shown only here. */
export function FreshKeyDialog({ apiKey, onClose }: FreshKeyDialogProps) {
  return (
    <Dialog
      open={apiKey !== null}
      onClose={onClose}
      title={t('settings.apiKey.freshTitle')}
      description={t('settings.apiKey.freshText')}
      footer={<Button onClick={onClose}>{t('settings.apiKey.done')}</Button>}
    >
      {apiKey && (
        <p className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2">
          <code className="min-w-0 flex-1 font-mono text-sm break-all">{apiKey}</code>
          <CopyButton value={apiKey} label={t('settings.apiKey.copy')} />
        </p>
      )}
    </Dialog>
  );
}
