import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Login } from './smpp-configuration.tsx';

/** The password of a new system id, shown this once. */
export function SmppPassword({ login, onClose }: { login: Login | null; onClose: () => void }) {
  return (
    <Dialog
      open={login !== null}
      onClose={onClose}
      title={t('smpp.passwordTitle', { name: login?.systemId ?? '' })}
      description={t('settings.apiKey.freshText')}
      footer={<Button onClick={onClose}>{t('settings.apiKey.done')}</Button>}
    >
      {login?.password && (
        <p className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2">
          <code className="min-w-0 flex-1 font-mono text-sm break-all">{login.password}</code>
          <CopyButton value={login.password} label={t('smpp.copyPassword')} />
        </p>
      )}
    </Dialog>
  );
}
