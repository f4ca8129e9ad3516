import { t } from '../lib/i18n.ts';
import { toast } from './toast.tsx';

/** Puts a text on the clipboard and says so. Never fails: where it cannot be done, it says that. @returns whether */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: t('ui.copied') });
    return true;
  } catch {
    // The clipboard is closed to pages that are not served securely, and where the user refused it.
    toast({ title: t('ui.copyFailed'), description: t('ui.copyFailedHint'), variant: 'destructive' });
    return false;
  }
}
