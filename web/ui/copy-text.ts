import { t } from '../lib/i18n.ts';
import { toast } from './toast.tsx';

/** Copies a text to the clipboard and shows a toast, also on failure. Never throws. @returns true if it worked */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: t('ui.copied') });
    return true;
  } catch {
    // The browser refuses the clipboard to pages without https, and where the user has refused it.
    toast({ title: t('ui.copyFailed'), description: t('ui.copyFailedHint'), variant: 'destructive' });
    return false;
  }
}
