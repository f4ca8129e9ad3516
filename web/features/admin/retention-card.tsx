import { listRetention, MOST_DUE, type Retention } from '../../../src/admin/retention/contract.ts';
import { t, type TextKey } from '../../lib/i18n.ts';
import { useRead } from '../../lib/use-read.ts';
import { Card } from '../../ui/card.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { formatTime } from '../../ui/time.tsx';

const NAMES: Record<Retention['what'], TextKey> = {
  message_texts: 'admin.retention.message_texts',
  conversations: 'admin.retention.conversations',
  recordings: 'admin.retention.recordings',
  receipts: 'admin.retention.receipts',
  number_papers: 'admin.retention.number_papers',
  webhook_logs: 'admin.retention.webhook_logs',
};

/** For how long what people wrote and said is kept, how much is due, and when it was last swept. */
export function RetentionCard() {
  const read = useRead(listRetention, {});
  return (
    <Card title={t('admin.retention.title')} description={t('admin.retention.text')}>
      <ReadFrame read={read} pending={<SkeletonRows rows={2} />}>
        {(list) => (
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
            {list.map(({ what, days, due, sweptAt }) => (
              <div key={what}>
                <dt className="text-sm text-muted">{t(NAMES[what])}</dt>
                <dd>
                  {t('admin.retention.days', { count: days })}
                  {' · '}
                  {t('admin.retention.due', { count: Math.min(due, MOST_DUE) })}
                  {due >= MOST_DUE && '+'}
                  <span className="block text-sm text-muted">
                    {sweptAt
                      ? t('admin.retention.swept', { time: formatTime(sweptAt) })
                      : t('admin.retention.never')}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </ReadFrame>
    </Card>
  );
}
