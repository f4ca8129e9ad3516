import type { CallStatus } from '../../src/services/voice/contract.ts';
import { t } from '../lib/i18n.ts';
import { Badge, type Tone } from './values.tsx';

const TONES: Record<CallStatus, Tone> = {
  queued: 'neutral',
  dialing: 'accent',
  ringing: 'accent',
  'in-progress': 'success',
  completed: 'success',
  busy: 'warning',
  'no-answer': 'warning',
  failed: 'danger',
  cancelled: 'neutral',
};

/** The state of a call, in a word. */
export function CallStatusBadge({ status }: { status: CallStatus }) {
  return <Badge tone={TONES[status]}>{t(`voice.status.${status}`)}</Badge>;
}
