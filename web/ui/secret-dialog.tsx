import { t } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface SecretDialogProps extends Pick<DialogProps, 'title' | 'description' | 'onClose'> {
  /** Null while there is none to show. */
  secret: string | null;
  copyLabel: string;
}

/** A new secret in full: it is shown only here. */
export const SecretDialog = ({ secret, copyLabel, onClose, ...dialog }: SecretDialogProps) => (
  <Dialog
    {...dialog}
    open={secret !== null}
    onClose={onClose}
    footer={<Button onClick={onClose}>{t('settings.apiKey.done')}</Button>}
  >
    {secret && (
      <p className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2">
        <code className="min-w-0 flex-1 font-mono text-sm break-all">{secret}</code>
        <CopyButton value={secret} label={copyLabel} />
      </p>
    )}
  </Dialog>
);
