import { reasonOf } from '../../../../src/shared/reasons.ts';
import { t } from '../../../lib/i18n.ts';

/** Why a message did not arrive, and what the reader can do about it. */
export function Reason({ error }: { error: string }) {
  const reason = reasonOf(error);
  return <span className="block text-sm text-muted">{reason ? t(`sms.reasons.${reason}`) : error}</span>;
}
