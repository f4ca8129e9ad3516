/**
 * The encodings in which spreadsheets save text, as the Encoding Standard names them (encoding.spec.whatwg.org): the
 * first four are guessed, the others can be chosen.
 */
export const FILE_ENCODINGS = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const),
  ...(['windows-1250', 'windows-1251', 'windows-1256', 'shift_jis', 'gb18030'] as const),
];
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

/** So many bytes tell whether every second one is zero, as in UTF-16 without a mark. */
const SAMPLE_BYTES = 1000;

/**
 * The encoding of a text file: by its mark, by zeros between the letters, or UTF-8 where all of it is valid. What else
 * there is comes from Excel, whose "CSV" is Windows-1252 in western countries.
 */
export function encodingOf(bytes: Uint8Array): FileEncoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = (parity: number) =>
    sample.reduce((count, byte, at) => count + (byte === 0 && at % 2 === parity ? 1 : 0), 0);
  if (zeros(1) * 4 > sample.length) return 'utf-16le';
  if (zeros(0) * 4 > sample.length) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The text of a file, without the mark of its encoding. */
export const decodeFile = (bytes: Uint8Array, encoding = encodingOf(bytes)): string =>
  new TextDecoder(encoding).decode(bytes);
