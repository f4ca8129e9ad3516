import { onSignedOut } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { useSession } from '../state/session.ts';
import { toast } from '../ui/toast.tsx';

/** Signs out here, and says why, when the server answers that the session is no longer there. */
export function endSessionWithServer(): void {
  onSignedOut(() => {
    const { isAuthenticated, clear } = useSession.getState();
    if (!isAuthenticated) return;
    clear();
    toast({
      title: t('auth.sessionEnded'),
      description: t('auth.sessionEndedText'),
      variant: 'destructive',
    });
  });
}
