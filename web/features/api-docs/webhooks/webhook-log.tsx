import { Inbox } from '../../../ui/icons.tsx';
import { listWebhookDeliveries, type Webhook } from '../../../../src/accounts/webhooks/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Drawer } from '../../../ui/drawer.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { WebhookDeliveryItem } from './webhook-delivery.tsx';

/** Shows the events sent to a webhook and their results, live. */
export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id } = useCurrentUser();
  const params = { id, webhookId: webhook.id };
  const list = usePagedList({
    queryKey: [...queryKeys.webhooks(id), webhook.id, 'deliveries'],
    load: (query) => callPage(listWebhookDeliveries, { params, query }),
  });
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('webhooks.log.title', { name: webhook.name })}
      description={webhook.url}
    >
      <ListFrame
        list={list}
        skeletonRows={4}
        empty={
          <EmptyState
            icon={<Inbox aria-hidden className="size-5" />}
            title={t('webhooks.log.empty')}
            description={t('webhooks.log.emptyHint')}
          />
        }
      >
        <ul aria-label={t('webhooks.log.deliveries')} className="-mx-5 -mt-5 divide-y divide-line">
          {list.rows.map((delivery) => (
            <WebhookDeliveryItem key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      </ListFrame>
    </Drawer>
  );
}
