import { t } from '../../lib/i18n.ts';
import { useTab } from '../../lib/use-tab.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { CarriersTab } from './carriers-tab.tsx';
import { SmsApiTab } from './sms-api-tab.tsx';
import { SmppTab } from './smpp/smpp-tab.tsx';
import { VoiceApiTab } from './voice-api-tab.tsx';
import { WebhooksTab } from './webhooks/webhooks-tab.tsx';

/** API Documentation: the carriers, and how to send messages and place calls from a program. */
export function ApiDocsSection() {
  const [tab, setTab] = useTab(['providers', 'sms', 'smpp', 'voice', 'webhooks']);
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-muted">
        {t('apiDocs.intro')}
        <ExternalLink href="/api/docs">{t('apiDocs.full')}</ExternalLink>
      </p>
      <Tabs
        label={t('apiDocs.title')}
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'providers', label: t('apiDocs.tabs.providers'), content: <CarriersTab /> },
          { id: 'sms', label: t('apiDocs.tabs.sms'), content: <SmsApiTab /> },
          { id: 'smpp', label: 'SMPP', content: <SmppTab /> },
          { id: 'voice', label: t('apiDocs.tabs.voice'), content: <VoiceApiTab /> },
          { id: 'webhooks', label: t('apiDocs.tabs.webhooks'), content: <WebhooksTab /> },
        ]}
      />
    </div>
  );
}
