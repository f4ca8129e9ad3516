/** The spelling of a text that costs fewer parts. It has no dependencies but counting, because the browser uses it too. */
import { countParts } from './parts.ts';

const each = (characters: string, plain: string): Record<string, string> =>
  Object.fromEntries(Array.from(characters, (character) => [character, plain]));

/** Characters that word processors and telephones put in by themselves, and what was meant on a keyboard. */
const TYPOGRAPHIC: Readonly<Record<string, string>> = {
  ...each('‘’‚‛′ʼ´`', "'"),
  ...each('“”„‟″«»', '"'),
  ...each('‹›', "'"),
  ...each('‐‑‒–—―−', '-'),
  ...each('\u00a0\u2002\u2003\u2007\u2009\u200a\u202f', ' '),
  ...each('\u200b\u00ad\ufeff\u2060', ''),
  ...{ '…': '...', '•': '-', '·': '-', '×': 'x', '№': 'No', '™': '(TM)', '©': '(C)', '®': '(R)' },
  ...{ ﬁ: 'fi', ﬂ: 'fl', œ: 'oe', Œ: 'OE', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', þ: 'th', ı: 'i' },
};

export interface CheaperSpelling {
  text: string;
  /** The characters that it replaces, each once. */
  replaced: readonly string[];
  /** Parts as it is written, and by the cheaper spelling. */
  parts: number;
  fewer: number;
}

/**
 * Spells a text so that it costs fewer parts: typographic marks as on a keyboard, and letters without the accents that
 * the GSM alphabet lacks. Placeholders stay as they are. Null where it would cost as much.
 */
export function cheaperSpelling(text: string): CheaperSpelling | null {
  const { encoding, parts } = countParts(text);
  if (encoding === 'GSM-7') return null;
  const replaced = new Set<string>();
  const spelled = text.replace(/\{[^{}\r\n]+\}|./gsu, (piece) => {
    if (piece.startsWith('{') && piece.length > 1) return piece;
    const plain = spell(piece);
    if (plain !== piece) replaced.add(piece);
    return plain;
  });
  const fewer = countParts(spelled).parts;
  return fewer < parts ? { text: spelled, replaced: [...replaced], parts, fewer } : null;
}

/** The text by its cheaper spelling; as it is where that costs as much. */
export const spelledCheaper = (text: string): string => cheaperSpelling(text)?.text ?? text;

const isGsm = (text: string): boolean => countParts(text).encoding === 'GSM-7';

function spell(character: string): string {
  if (isGsm(character)) return character;
  const known = TYPOGRAPHIC[character];
  if (known !== undefined) return known;
  const bare = character.normalize('NFD').replace(/\p{M}/gu, '');
  return bare !== '' && isGsm(bare) ? bare : character;
}
