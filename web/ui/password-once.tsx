import { t } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

interface PasswordOnceProps {
  title: string;
  description: string;
  password: string;
  onClose: () => void;
}

/** Shows a password that the server made, this once. */
export const PasswordOnce = ({ password, onClose, ...words }: PasswordOnceProps) => (
  <Dialog {...words} onClose={onClose} footer={<Button onClick={onClose}>{t('admin.addUser.done')}</Button>}>
    <p className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2 font-mono break-all">
      <span className="min-w-0 flex-1">{password}</span>
      <CopyButton value={password} label={t('admin.addUser.copyPassword')} />
    </p>
  </Dialog>
);
