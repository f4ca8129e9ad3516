import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { rotateApiKey } from '../../../src/callers/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FreshKeyDialog } from './fresh-key-dialog.tsx';
import { maskApiKey } from '../../../src/callers/keys/mask.ts';

/** The first API key, masked unless it was revoked, and its replacement, which is shown once. */
export function ApiKeyCard() {
  const user = useCurrentUser();
  const setUser = useSession((session) => session.setUser);
  const [asking, setAsking] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const rotate = useMutation({
    mutationFn: () => call(rotateApiKey, { params: { id: user.id } }),
    onSuccess: ({ apiKey }) => {
      setAsking(false);
      setFresh(apiKey);
      setUser({ ...user, apiKey: masked(apiKey) });
    },
  });
  return (
    <Card title={t('settings.apiKey.title')} description={t('settings.apiKey.description')}>
      <div className="flex flex-wrap items-center gap-3">
        {user.apiKey && (
          <code className="rounded-md bg-sunken px-3 py-2 font-mono text-sm">{masked(user.apiKey)}</code>
        )}
        <Button
          variant="secondary"
          icon={<RefreshCw aria-hidden className="size-4" />}
          onClick={() => setAsking(true)}
        >
          {t('settings.apiKey.rotate')}
        </Button>
      </div>
      <ConfirmDialog
        danger
        open={asking}
        onClose={() => setAsking(false)}
        title={t('settings.apiKey.confirmTitle')}
        description={t('settings.apiKey.confirmText')}
        confirmLabel={t('settings.apiKey.confirm')}
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate()}
      >
        {rotate.error && (
          <Notice tone="danger" alert>
            {messageOf(rotate.error, t('settings.apiKey.failed'))}
          </Notice>
        )}
      </ConfirmDialog>
      <FreshKeyDialog apiKey={fresh} onClose={() => setFresh(null)} />
    </Card>
  );
}

/** The key as the server shows it everywhere but at its making. */
const masked = (apiKey: string): string => (apiKey.includes('…') ? apiKey : maskApiKey(apiKey));
