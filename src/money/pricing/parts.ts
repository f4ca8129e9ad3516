/** How a text is counted, on the screen and in the charge alike. No dependencies: the browser has it too. */

export type Encoding = 'GSM-7' | 'UCS-2';

export interface PartCount {
  encoding: Encoding;
  /** Septets for GSM-7, where an extension character counts two; UTF-16 units for other text. */
  length: number;
  /** What is charged, per recipient. At least 1. */
  parts: number;
  /** How much a single part of this encoding holds. */
  perPart: number;
}

const GSM_7_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_7_EXTENSION = new Set('€^{}[]~|\\');

const GSM_7_PART = 160;
const UCS_2_SINGLE = 70;
const UCS_2_PART = 67;

/** Counts a text: `ceil(length / 160)` for GSM-7; for other text 1 up to 70 units, else `ceil(length / 67)`. */
export function countParts(text: string): PartCount {
  const septets = countSeptets(text);
  if (septets !== null) {
    const parts = Math.max(1, Math.ceil(septets / GSM_7_PART));
    return { encoding: 'GSM-7', length: septets, parts, perPart: GSM_7_PART };
  }
  const { length } = text;
  const parts = length <= UCS_2_SINGLE ? 1 : Math.ceil(length / UCS_2_PART);
  return { encoding: 'UCS-2', length, parts, perPart: parts === 1 ? UCS_2_SINGLE : UCS_2_PART };
}

/** Null where a character is not in the alphabet. */
function countSeptets(text: string): number | null {
  let septets = 0;
  for (const character of text) {
    if (GSM_7_BASIC.has(character)) septets += 1;
    else if (GSM_7_EXTENSION.has(character)) septets += 2;
    else return null;
  }
  return septets;
}
