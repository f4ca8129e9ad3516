import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { Problem } from '../platform/kit/errors.ts';
import { turn } from '../platform/kit/turn.ts';

/** We inflate this much at once: at worst a thousand times as much comes out. */
const SLICE_BYTES = 16 * 1024;

/**
 * The text of one file of a zip archive, piece by piece, without the rest of it.
 * @param most the bytes that it may have: an archive of 15 MB can hold 15 GB
 * @returns nothing where the archive has no such file
 * @throws payload_too_large; what fflate throws where the archive is broken
 */
export async function* zipEntry(archive: Uint8Array, name: string, most: number): AsyncGenerator<string> {
  const pieces: Uint8Array[] = [];
  const state: { wanted: UnzipFile | null; isWhole: boolean } = { wanted: null, isWhole: false };
  const unzip = new Unzip((entry) => {
    if (state.wanted || entry.name !== name) return;
    state.wanted = entry;
    entry.ondata = (error, piece, isLast) => {
      if (error) throw error;
      pieces.push(piece);
      state.isWhole ||= isLast;
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  for (let start = 0; start < archive.byteLength && !state.isWhole; start += SLICE_BYTES) {
    const end = start + SLICE_BYTES;
    unzip.push(archive.subarray(start, end), end >= archive.byteLength);
    for (const piece of pieces.splice(0)) {
      size += piece.byteLength;
      if (size > most) throw new Problem('payload_too_large', 'The file holds more than can be read');
      yield decoder.decode(piece, { stream: true });
    }
    await turn();
  }
  yield decoder.decode();
}
