/**
 * Reads a body and counts its bytes while they arrive, whatever a header says: memory holds no more than so many.
 * @throws what `tooLarge` makes, and what ends the body early
 */
export async function countedBytes(
  body: ReadableStream<Uint8Array> | null,
  most: number,
  tooLarge: () => Error,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
