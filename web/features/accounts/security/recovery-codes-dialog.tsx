import { Copy } from '../../../ui/icons.tsx';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** New recovery codes, shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('settings.recovery.freshTitle')}
      description={t('settings.recovery.freshText')}
      footer={
        <>
          <Button variant="secondary" icon={Copy} onClick={() => void copyText(codes.join('\n'))}>
            {t('settings.recovery.copy')}
          </Button>
          <Button onClick={onClose}>{t('settings.recovery.done')}</Button>
        </>
      }
    >
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-md bg-sunken px-4 py-3 font-mono text-sm min-[420px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
