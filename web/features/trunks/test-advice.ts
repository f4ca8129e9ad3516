import type { TrunkEcho } from '../../../src/services/sip/echo/contract.ts';
import { t } from '../../lib/i18n.ts';
import { CODECS } from './setup-values.ts';

/** Advises the next step after a call to the echo, or instead of one, in words. */
export function adviceOnTest({
  number,
  call,
  isRegistered,
}: {
  number: string;
  call: TrunkEcho | null;
  isRegistered: boolean;
}): { tone: 'info' | 'warning'; words: string } {
  const warning = (words: string) => ({ tone: 'warning' as const, words });
  const info = (words: string) => ({ tone: 'info' as const, words });
  switch (call?.state) {
    case undefined:
      return isRegistered
        ? info(t('packages.test.advice.dial', { number }))
        : warning(t('packages.test.advice.register'));
    case 'arrived':
    case 'answered':
      return info(t('packages.test.advice.speak'));
    case 'lost':
      return warning(t('packages.test.advice.lost'));
    case 'failed':
      return warning(whyNotAnswered(call?.sipStatus ?? null));
    case 'ended':
      if (call?.heard === 0) return warning(t('packages.test.advice.silent'));
      return info(t(call?.heard ? 'packages.test.advice.heard' : 'packages.test.advice.unmeasured'));
  }
}

/** By the final statuses of SIP (RFC 3261, section 21). */
function whyNotAnswered(status: number | null): string {
  if (status === 487) return t('packages.test.advice.cancelled');
  if (status === 488 || status === 606) return t('packages.test.advice.codec', { codecs: CODECS });
  return t('packages.test.advice.unavailable');
}
