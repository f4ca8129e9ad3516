import { t } from '../lib/i18n.ts';
import { toastFault, toastOnce } from './toast.tsx';

/** Copies a text to the clipboard and shows a toast, also on failure. Never throws. @returns true if it worked */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toastOnce(t('ui.copied'));
    return true;
  } catch {
    // The browser refuses the clipboard to pages without https, and where the user has refused it.
    toastFault(t('ui.copyFailed'), t('ui.copyFailedHint'));
    return false;
  }
}
