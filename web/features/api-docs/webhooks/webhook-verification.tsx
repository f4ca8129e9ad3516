import { ANSWER_SECONDS, MAX_ATTEMPTS, RETRY_HOURS } from '../../../../src/accounts/webhooks/contract.ts';
import { RECIPIENTS_IN_EVENT } from '../../../../src/services/messaging/events.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { WEBHOOK_SAMPLES } from './webhook-samples.ts';

/** How a receiver checks that a delivery is ours and fresh, in three languages. */
export function WebhookVerification() {
  return (
    <Card title={t('webhooks.verify.title')} description={t('webhooks.verify.text')}>
      <div className="flex flex-col gap-4">
        <ul className="list-disc ps-5 text-muted">
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
            content: <CodeBlock label={t('webhooks.verify.copy', { language })} code={code} />,
          }))}
        />
      </div>
    </Card>
  );
}
