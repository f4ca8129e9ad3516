import { onSignedOut } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { keepAskedPage } from '../state/asked-page.ts';
import { useSession } from '../state/session.ts';
import { endViewing, viewing } from '../state/viewing.ts';
import { toastFailure } from '../ui/toast.tsx';

/**
 * Signs out in this browser, and says why, when the server answers that the session has ended.
 * @returns a function that stops this
 */
export function endSessionWithServer(): () => void {
  return onSignedOut(() => {
    if (viewing()) return endViewing();
    const { isAuthenticated, isLeaving, clear } = useSession.getState();
    if (!isAuthenticated || isLeaving) return;
    keepAskedPage(location.pathname + location.search + location.hash);
    clear();
    toastFailure(t('auth.sessionEnded'), t('auth.sessionEndedText'));
  });
}
