import type { SenderState } from '../../db/enums.ts';
import { t } from '../lib/i18n.ts';
import { Badge, type Tone } from './badge.tsx';

const TONES: Record<SenderState, Tone> = { requested: 'warning', accepted: 'success', rejected: 'danger' };

/** The state of a sender name. */
export const SenderBadge = ({ status }: { status: SenderState }) => (
  <Badge tone={TONES[status]}>{t(`senders.state.${status}`)}</Badge>
);
