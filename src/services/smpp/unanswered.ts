/** A submission that was told apart from others in the same words. */
export interface Turn {
  /** From 0: the same for one that comes again after its answer was lost. */
  place: number;
  /** It was answered and charged under this key, which is forgotten when the answer has surely arrived. */
  answered(key: string): void;
  refused(): void;
}

/** An answer has arrived if the connection still stands after this time. */
const ARRIVED_AFTER_MS = 1000;

/**
 * Tells what a gateway submits again from another message in the same words, for one connection. SMPP gives a submission
 * no id: its words and its place among those in the same words are one. The places of answers that may be lost with
 * the connection, or with this process, are kept.
 */
export class Unanswered {
  readonly #same = new Map<string, { next: number; open: number }>();
  #arriving: { words: string; key: string }[] = [];
  #timer: Timer | null = null;

  constructor(private readonly forget: (keys: readonly string[]) => Promise<void>) {}

  turnOf(words: string): Turn {
    const same = this.#same.get(words) ?? { next: 0, open: 0 };
    this.#same.set(words, same);
    const place = same.next++;
    same.open += 1;
    return {
      place,
      answered: (key) => {
        this.#arriving.push({ words, key });
        this.#timer ??= setTimeout(() => void this.flush(), ARRIVED_AFTER_MS);
      },
      refused: () => this.#end(words),
    };
  }

  /** Answered deliveries have arrived. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const arrived = this.#arriving;
    this.#arriving = [];
    if (arrived.length === 0) return;
    await this.forget(arrived.map(({ key }) => key));
    for (const { words } of arrived) this.#end(words);
  }

  /** The connection was lost: what was answered last may come again by another one. */
  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#arriving = [];
  }

  /** The places are freed together, so that the next one counts from the beginning. */
  #end(words: string): void {
    const same = this.#same.get(words);
    if (!same) return;
    same.open -= 1;
    if (same.open === 0) this.#same.delete(words);
  }
}
