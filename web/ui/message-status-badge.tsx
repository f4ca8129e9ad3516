import type { RecipientStatus, SmsMessage } from '../../src/services/messaging/contract.ts';
import { formatNumber, t } from '../lib/i18n.ts';
import { Badge, type Tone } from './values.tsx';

const TONES: Record<RecipientStatus | SmsMessage['status'], Tone> = {
  scheduled: 'neutral',
  queued: 'neutral',
  sending: 'accent',
  sent: 'accent',
  delivered: 'success',
  partial: 'warning',
  failed: 'danger',
  unknown: 'warning',
  opted_out: 'neutral',
  cancelled: 'neutral',
};

/** The state of a message or of its recipients, in one word. @param count how many recipients are in it */
export const StatusBadge = ({ status, count }: { status: keyof typeof TONES; count?: number }) => (
  <Badge tone={TONES[status]}>
    {count !== undefined && formatNumber(count)} {t(`sms.status.${status}`)}
  </Badge>
);
