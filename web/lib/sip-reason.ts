import type { VoiceCall } from '../../src/services/voice/contract.ts';
import { t } from './i18n.ts';

/** Why a call, or a leg of one, was not answered in SIP; null where nothing is known that its state does not say. */
export function sipReasonOf({ status, sipStatus }: Pick<VoiceCall, 'status' | 'sipStatus'>): string | null {
  if (sipStatus === null) return null;
  const reason = sipReason(sipStatus);
  return reason === t(`voice.status.${status}`) ? null : reason;
}

/** Why a call of a trunk was not answered, in words: the final statuses of SIP (RFC 3261, section 21, RFC 8197 and RFC 8688). */
export function sipReason(status: number): string {
  switch (status) {
    case 404:
    case 410:
    case 604:
      return t('voice.sip.unknown');
    case 408:
      return t('voice.sip.noAnswer');
    case 480:
      return t('voice.sip.unavailable');
    case 484:
      return t('voice.sip.incomplete');
    case 486:
    case 600:
      return t('voice.sip.busy');
    case 488:
    case 606:
      return t('voice.sip.incompatible');
    case 487:
      return t('voice.sip.cancelled');
    case 603:
    case 607:
    case 608:
      return t('voice.sip.declined');
    default:
      return t(status < 500 ? 'voice.sip.refused' : 'voice.sip.network', { status: String(status) });
  }
}
