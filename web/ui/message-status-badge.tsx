import type { RecipientStatus, SmsMessage } from '../../src/services/messaging/contract.ts';
import { t } from '../lib/i18n.ts';
import { Badge, type Tone } from './badge.tsx';

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

/** The state of a message or of one of its recipients, in one word. */
export function StatusBadge({ status }: { status: keyof typeof TONES }) {
  return <Badge tone={TONES[status]}>{t(`sms.status.${status}`)}</Badge>;
}
