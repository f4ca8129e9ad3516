import bidiFactory from 'bidi-js';
import { openSync } from 'fontkit';
import { fileURLToPath } from 'node:url';

export const REGULAR = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'));
const BOLD = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'));
/** One weight each: a bold one would be as large again. */
const CHINESE = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf'),
);
const JAPANESE = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/sawarabi-gothic/400Regular/SawarabiGothic_400Regular.ttf'),
);

const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u;
const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;
/** East Asian text may be broken at each letter, other text at its spaces. */
const TOKENS = new RegExp(`${EAST_ASIAN.source}|\\s+|(?:(?!${EAST_ASIAN.source})\\S)+`, 'gu');
/** Signs without width that say which way text runs. */
const MARKS = /[\u061C\u200E\u200F\u2066-\u2069]/g;

const bidi = bidiFactory();

const letters = new Map<string, ReturnType<typeof openSync>>();
/** Tells whether a font has a letter. Fonts are read once, and only where such letters are printed. */
function has(font: string, letter: string): boolean {
  const opened = letters.get(font) ?? openSync(font);
  letters.set(font, opened);
  return 'hasGlyphForCodePoint' in opened && opened.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}

/** Where text stands: points from the edge where reading begins, which is the right one in Arabic. */
export interface Place {
  x: number;
  y: number;
  width: number;
  /** The size of the letters, in points. */
  size: number;
  isBold?: boolean;
  align?: 'start' | 'end';
  /** True: text that does not fit into one line is cut with "…" instead of going on in the next one. */
  isOneLine?: boolean;
}

interface Token {
  text: string;
  font: string;
  width: number;
  /** An odd level runs from right to left (Unicode Standard Annex 9). */
  level: number;
}

/**
 * Writes text of all our languages into a PDF document: each letter in a font that has it, Arabic from right to left. PDFKit
 * shapes words, but knows neither the order of words in a line of two directions nor a second font.
 */
export class PdfText {
  readonly #isRtl: boolean;
  /** The font that Chinese signs are taken from first, and the other one: each lacks some of the other's. */
  readonly #eastAsian: readonly [string, string];

  /** @param language of the reader: where reading begins, and how Chinese signs look */
  constructor(
    private readonly document: PDFKit.PDFDocument,
    language: string,
  ) {
    this.#isRtl = language === 'ar';
    this.#eastAsian = language === 'ja' ? [JAPANESE, CHINESE] : [CHINESE, JAPANESE];
  }

  /** Writes in the colour that the document has. @returns where the next line begins */
  write(text: string, place: Place): number {
    const { x, y, width, size, isBold = false, align = 'start', isOneLine = false } = place;
    const font = isBold ? BOLD : REGULAR;
    const left = this.#isRtl ? this.document.page.width - x - width : x;
    const atRight = (align === 'end') !== this.#isRtl;
    this.document.font(font, size);
    if (!EAST_ASIAN.test(text) && !RIGHT_TO_LEFT.test(text)) {
      const oneLine = isOneLine && { height: size + 3, lineBreak: false, ellipsis: true };
      this.document.text(text.replace(MARKS, ''), left, y, { width, align: atRight ? 'right' : 'left', ...oneLine });
      return this.document.y;
    }
    const height = this.document.currentLineHeight(true);
    const lines = text.split('\n').flatMap((line) => this.#wrap(this.#tokensOf(line, font, size), width, isOneLine));
    for (const [index, line] of lines.entries())
      this.#draw(line, { left, top: y + index * height, width, size, atRight });
    this.document.y = y + lines.length * height;
    return this.document.y;
  }

  #tokensOf(line: string, font: string, size: number): Token[] {
    const { levels } = bidi.getEmbeddingLevels(line, this.#isRtl ? 'rtl' : 'auto');
    const levelAt = (index: number) => levels[index] ?? 0;
    const [first, other] = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(line) ? [JAPANESE, CHINESE] : this.#eastAsian;
    return [...line.matchAll(TOKENS)].flatMap(({ 0: word, index }) =>
      // Signs at the end of a word may run the other way.
      sameRuns(word, (at) => levelAt(index + at)).map(({ text: signs, level }) => {
        const text = signs.replace(MARKS, '');
        const own = EAST_ASIAN.test(text) ? (has(first, text) ? first : other) : font;
        return { text, level, font: own, width: this.document.font(own, size).widthOfString(text) };
      }),
    );
  }

  #wrap(tokens: readonly Token[], width: number, isOneLine: boolean): Token[][] {
    const lines: Token[][] = [[]];
    let used = 0;
    for (const token of tokens) {
      const line = lines.at(-1);
      if (line?.length && used + token.width > width) {
        if (isOneLine) {
          line.push({ ...token, text: '…', font: REGULAR, width: 0 });
          break;
        }
        lines.push([]);
        used = 0;
      }
      if (used === 0 && token.text.trim() === '') continue;
      lines.at(-1)?.push(token);
      used += token.width;
    }
    return lines;
  }

  #draw(
    line: readonly Token[],
    at: { left: number; top: number; width: number; size: number; atRight: boolean },
  ): void {
    const all = line.reduce((sum, { width }) => sum + width, 0);
    let x = at.atRight ? at.left + at.width - all : at.left;
    for (const { text, font, width } of inVisualOrder(line)) {
      if (text.trim()) this.document.font(font, at.size).text(text, x, at.top, { lineBreak: false });
      x += width;
    }
  }
}

/** Parts of a word that run the same way; brackets that run from right to left are turned round (rule L4). */
function sameRuns(word: string, levelAt: (at: number) => number): Pick<Token, 'text' | 'level'>[] {
  const runs: Pick<Token, 'text' | 'level'>[] = [];
  for (let at = 0; at < word.length; at++) {
    const [level, sign] = [levelAt(at), word.charAt(at)];
    const text = level % 2 === 1 ? (bidi.getMirroredCharacter(sign) ?? sign) : sign;
    const run = runs.at(-1);
    if (run?.level === level) run.text += text;
    else runs.push({ text, level });
  }
  return runs;
}

/** The order from left to right: rule L2 of Unicode Standard Annex 9, for words. */
function inVisualOrder(line: readonly Token[]): Token[] {
  let ordered = [...line];
  for (let level = Math.max(0, ...line.map((token) => token.level)); level > 0; level--) {
    const runs: Token[][] = [];
    for (const token of ordered) {
      const run = runs.at(-1);
      if (run?.[0] && run[0].level >= level === token.level >= level) run.push(token);
      else runs.push([token]);
    }
    ordered = runs.flatMap((run) => ((run[0]?.level ?? 0) >= level ? run.toReversed() : run));
  }
  return ordered;
}
