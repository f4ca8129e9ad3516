/**
 * How the parts of a text are counted, on the screen and in the charge. No dependencies, because the browser
 * uses it too.
 */
import type { PartCounting } from '../../db/enums.ts';

export type Encoding = 'GSM-7' | 'UCS-2';

export interface PartCount {
  encoding: Encoding;
  /** Septets for GSM-7, where an extension character counts as two; UTF-16 units for other text. */
  length: number;
  /** The charged parts for each recipient. At least 1. */
  parts: number;
  /** How many characters a single part of this encoding holds. */
  perPart: number;
}

const GSM_7_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_7_EXTENSION = new Set('€^{}[]~|\\');

const GSM_7_SINGLE = 160;
/** For a longer message: `160/153` is how most carriers bill, because they need the rest of a part for its header. */
const GSM_7_PART: Record<PartCounting, number> = { '160/160': 160, '160/153': 153 };
const UCS_2_SINGLE = 70;
const UCS_2_PART = 67;

/**
 * Counts a text: one part up to 160 septets of GSM-7 or 70 units; otherwise parts of 160 or 153, or of 67.
 * @param counting the price list's rule for the GSM alphabet
 */
export function countParts(text: string, counting: PartCounting = '160/160'): PartCount {
  const septets = countSeptets(text);
  if (septets !== null) {
    const parts = septets <= GSM_7_SINGLE ? 1 : Math.ceil(septets / GSM_7_PART[counting]);
    const perPart = parts === 1 ? GSM_7_SINGLE : GSM_7_PART[counting];
    return { encoding: 'GSM-7', length: septets, parts, perPart };
  }
  const { length } = text;
  const parts = length <= UCS_2_SINGLE ? 1 : Math.ceil(length / UCS_2_PART);
  return { encoding: 'UCS-2', length, parts, perPart: parts === 1 ? UCS_2_SINGLE : UCS_2_PART };
}

/** Null if a character is not in the alphabet. */
function countSeptets(text: string): number | null {
  let septets = 0;
  for (const character of text) {
    if (GSM_7_BASIC.has(character)) septets += 1;
    else if (GSM_7_EXTENSION.has(character)) septets += 2;
    else return null;
  }
  return septets;
}
