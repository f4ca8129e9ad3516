import type { VoiceCall } from '../../src/services/voice/contract.ts';
import { formatPercent, t } from './i18n.ts';

/** The best mean opinion score (ITU-T P.800). */
const BEST = 5;

/** How the sound of a call arrived, in words; null where nobody measured it. */
export function soundQualityOf({ quality }: Pick<VoiceCall, 'quality'>): string | null {
  if (!quality) return null;
  return t('voice.quality', {
    mos: quality.mos,
    best: BEST,
    lost: formatPercent(quality.lost),
    jitter: quality.jitter,
    roundTrip: quality.roundTrip,
  });
}
