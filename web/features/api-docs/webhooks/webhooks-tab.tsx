import { useRead } from '../../../lib/use-read.ts';
import { listWebhooks } from '../../../../src/accounts/webhooks/contract.ts';
import { useState } from 'react';
import { Plus, Webhook as WebhookIcon } from '../../../ui/icons.tsx';
import { MAX_WEBHOOKS } from '../../../../src/accounts/webhooks/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookVerification } from './webhook-verification.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';

/** A customer's own addresses that are told of what happens, and how they check that it was us. */
export function WebhooksTab() {
  const { id } = useCurrentUser();
  const list = useRead(listWebhooks, { id });
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const full = (list.data?.length ?? 0) >= MAX_WEBHOOKS;
  const add = (
    <Button icon={<Plus aria-hidden className="size-4" />} disabled={full} onClick={() => setAdding(true)}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-5">
      <Card
        flush
        title={t('webhooks.title')}
        description={t('webhooks.description')}
        actions={list.data && list.data.length > 0 && add}
      >
        <ReadFrame
          read={list}
          pending={<SkeletonRows rows={2} />}
          empty={
            <EmptyState
              icon={<WebhookIcon aria-hidden className="size-5" />}
              title={t('webhooks.empty')}
              description={t('webhooks.emptyHint')}
              action={add}
            />
          }
        >
          {(webhooks) => (
            <ul aria-label={t('webhooks.title')} className="divide-y divide-line border-t border-line">
              {webhooks.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} onSecret={setSecret} />
              ))}
            </ul>
          )}
        </ReadFrame>
      </Card>
      <WebhookVerification />
      {adding && <WebhookForm onClose={() => setAdding(false)} onSecret={setSecret} />}
      <WebhookSecret secret={secret} onClose={() => setSecret(null)} />
    </div>
  );
}
