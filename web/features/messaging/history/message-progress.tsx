import type { SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { Progress } from '../../../ui/progress.tsx';

/** How many of a message's recipients have been dealt with; live, while it is on its way. */
export function MessageProgress({ message }: { message: SmsMessage }) {
  const { recipientCount: total, counts } = message;
  const done = total - counts.queued;
  return (
    <span className="flex flex-col gap-1">
      <Progress label={t('sms.history.progress')} value={(done / total) * 100} />
      <span className="text-sm text-muted">
        {t('sms.history.progressCount', {
          done: formatNumber(done),
          total: formatNumber(total),
        })}
      </span>
    </span>
  );
}
