/** A text as a netstring: its length in bytes, a colon, the text, a comma. */
export function netstringOf(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes, Buffer.from(',')]);
}

/** Takes netstrings out of what arrives in pieces. */
export class NetstringReader {
  #rest: Buffer = Buffer.alloc(0);

  /** @returns the texts that are whole now */
  read(piece: Uint8Array): string[] {
    this.#rest = Buffer.concat([this.#rest, piece]);
    const texts: string[] = [];
    for (;;) {
      const colon = this.#rest.indexOf(':');
      if (colon < 0) return texts;
      const end = colon + 1 + Number(this.#rest.subarray(0, colon).toString());
      if (this.#rest.length <= end) return texts;
      texts.push(this.#rest.subarray(colon + 1, end).toString());
      this.#rest = this.#rest.subarray(end + 1);
    }
  }
}
