import type { SenderState } from '../../db/enums.ts';
import { destinationNames } from '../lib/destination-name.ts';
import { t } from '../lib/i18n.ts';
import { Badge, type Tone } from './values.tsx';

const TONES: Record<SenderState, Tone> = { requested: 'warning', accepted: 'success', rejected: 'danger' };

/** The state of a sender name. */
export const SenderBadge = ({ status }: { status: SenderState }) => (
  <Badge tone={TONES[status]}>{t(`senders.state.${status}`)}</Badge>
);

/** Why it was refused, and where it is registered. */
export const SenderOutcome = ({ reason, registeredIn }: { reason: string | null; registeredIn: readonly string[] }) => (
  <>
    {reason && <p className="text-sm break-words text-danger">{reason}</p>}
    {registeredIn.length > 0 && (
      <p className="text-sm text-muted">
        {t('sms.senders.registeredIn', { countries: destinationNames(registeredIn) })}
      </p>
    )}
  </>
);
