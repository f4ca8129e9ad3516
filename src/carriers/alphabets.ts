import smpp from './adapters/smpp/library.ts';

/** A text as a telephone sent it. */
export interface RawText {
  octets: Buffer;
  alphabet: Alphabet;
}

/** `gsm`, with the number of a national language where one is used, or a name that `TextDecoder` knows. */
export type Alphabet = string;

const GSM = 'gsm';

/** The values of `data_coding` below 16: SMPP 3.4, section 5.2.19. */
const BY_DATA_CODING: Readonly<Record<number, Alphabet>> = {
  0: GSM,
  1: 'windows-1252',
  3: 'windows-1252',
  5: 'shift_jis',
  6: 'iso-8859-5',
  7: 'iso-8859-8',
  8: 'utf-16be',
  9: 'shift_jis',
  10: 'iso-2022-jp',
  13: 'euc-jp',
  14: 'euc-kr',
};
/** For other octets than text, which are shown as well as it goes. */
const OCTETS = 'utf-8';

/** Information elements of a user data header (3GPP TS 23.040, 9.2.3.24) that name a national language. */
const LANGUAGES = new Set([0x24, 0x25]);

/**
 * The alphabet of a message that came in.
 * @param elements of its user data header
 */
export function alphabetOf(dataCoding: number, elements: readonly Buffer[]): Alphabet {
  const alphabet = dataCoding < 16 ? (BY_DATA_CODING[dataCoding] ?? OCTETS) : alphabetOfScheme(dataCoding);
  const language = elements.find(([kind = 0]) => LANGUAGES.has(kind))?.[2];
  return alphabet === GSM && language !== undefined ? `${GSM} ${language}` : alphabet;
}

/** The data coding scheme of 3GPP TS 23.038, section 4, which gateways pass on where a message has a class. */
function alphabetOfScheme(scheme: number): Alphabet {
  if (scheme >= 0xf0) return (scheme & 0x04) === 0 ? GSM : OCTETS;
  if (scheme >= 0xe0) return 'utf-16be';
  if (scheme >= 0xc0) return GSM;
  return [GSM, OCTETS, 'utf-16be', GSM][(scheme >> 2) & 0x03] ?? GSM;
}

/** Decodes a text; what its alphabet does not have becomes a replacement character. */
export function decodeText({ octets, alphabet }: RawText): string {
  const [name, language] = alphabet.split(' ');
  if (name === GSM) return smpp.gsmCoder.decode(octets, Number(language ?? 0));
  return new TextDecoder(alphabet).decode(octets);
}
