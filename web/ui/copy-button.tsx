import { Copy } from 'lucide-react';
import { t } from '../lib/i18n.ts';
import { IconButton } from './button.tsx';
import { toast } from './toast.tsx';

interface CopyButtonProps {
  value: string;
  /** What is copied, e.g. "Copy address". */
  label: string;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast({ title: t('ui.copied') });
    } catch {
      // The clipboard is closed to pages that are not served securely, and where the user refused it.
      toast({ title: t('ui.copyFailed'), description: t('ui.copyFailedHint'), variant: 'destructive' });
    }
  };
  return (
    <IconButton label={label} icon={<Copy aria-hidden className="size-4" />} onClick={() => void copy()} />
  );
}
