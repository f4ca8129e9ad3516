import { useState } from 'react';
import {
  ANSWER_SECONDS,
  listWebhooks,
  MAX_ATTEMPTS,
  MAX_WEBHOOKS,
  RETRY_HOURS,
} from '../../../../src/accounts/webhooks/contract.ts';
import { RECIPIENTS_IN_EVENT } from '../../../../src/services/messaging/events.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Plus, Webhook as WebhookIcon } from '../../../ui/icons.tsx';
import { Card, EmptyState, ReadFrame, RowList, SkeletonRows } from '../../../ui/frames.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { WEBHOOK_SAMPLES } from './webhook-samples.ts';

/** A customer's own addresses that are told of what happens, and how they check that it was us. */
export function WebhooksTab() {
  const { id } = useCurrentUser();
  const list = useRead(listWebhooks, { id });
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <Button
      may="createWebhook"
      icon={Plus}
      disabled={(list.data?.length ?? 0) >= MAX_WEBHOOKS}
      onClick={() => setAdding(true)}
    >
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
              icon={WebhookIcon}
              title={t('webhooks.empty')}
              description={t('webhooks.emptyHint')}
              action={add}
            />
          }
        >
          {(webhooks) => (
            <RowList
              label={t('webhooks.title')}
              rows={webhooks}
              row={(webhook) => <WebhookRow webhook={webhook} onSecret={setSecret} />}
            />
          )}
        </ReadFrame>
      </Card>
      <WebhookVerification />
      {adding && <WebhookForm onClose={() => setAdding(false)} onSecret={setSecret} />}
      <SecretDialog
        secret={secret}
        title={t('webhooks.secret.title')}
        description={t('webhooks.secret.text')}
        copyLabel={t('webhooks.secret.copy')}
        onClose={() => setSecret(null)}
      />
    </div>
  );
}

/** How a receiver checks that a delivery is ours and fresh, in three languages. */
function WebhookVerification() {
  return (
    <Card title={t('webhooks.verify.title')} description={t('webhooks.verify.text')}>
      <div className="flex flex-col gap-4">
        <ul className="list-disc ps-5 text-muted">
          <li>
            <ExternalLink href="/api/docs?find=webhook">{t('webhooks.verify.shapes')}</ExternalLink>
          </li>
          <li>{t('webhooks.verify.answer', { seconds: ANSWER_SECONDS })}</li>
          <li>{t('webhooks.verify.retries', { count: MAX_ATTEMPTS, hours: RETRY_HOURS })}</li>
          <li>{t('webhooks.verify.twice')}</li>
          <li>{t('webhooks.verify.large', { count: RECIPIENTS_IN_EVENT })}</li>
        </ul>
        <Tabs
          label={t('webhooks.verify.languages')}
          tabs={Object.entries(WEBHOOK_SAMPLES).map(([language, code]) => ({
            id: language,
            label: language,
            content: <CodeBlock scrolls label={t('webhooks.verify.copy', { language })} code={code} />,
          }))}
        />
      </div>
    </Card>
  );
}
