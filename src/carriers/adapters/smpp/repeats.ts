/** For this long a gateway that missed our answer delivers again. */
export const AGAIN_WITHIN_MS = 300_000;

/** No gateway delivers again sooner while it waits for an answer. */
const IMPATIENT_AFTER_MS = 2000;
/** An answer has arrived if the connection still stands after this time. */
const ARRIVED_AFTER_MS = 1000;

/** The messages that one connection has delivered in the same words. */
interface Same {
  /** How many different ones, and what forgets each. */
  forget: ((() => Promise<void>) | null)[];
  /** The newest came then and was answered then, in milliseconds of the process; null: it has no answer yet. */
  came: number;
  answered: number | null;
  timer?: Timer;
}

/** A delivery that was told apart. */
export interface Turn {
  /** From 0: the same for one that is delivered again. */
  place: number;
  /** @param forget frees the place for another one in the same words */
  answered(forget: () => Promise<void>): void;
  failed(): void;
}

/**
 * Tells what a gateway delivers again from a person who writes the same again, for one connection. SMPP gives a message no
 * id: what comes in the same words after our quick answer is another message. What comes by a later connection may
 * be one whose answer was lost with this one: the places that it had are kept until the answer has arrived for certain.
 */
export class Repeats {
  readonly #same = new Map<string, Same>();
  #isOpen = true;

  /** @param words the same for deliveries in the same words */
  turnOf(words: string): Turn {
    const now = performance.now();
    const known = this.#same.get(words);
    const isAgain = known !== undefined && (known.answered ?? now) - known.came > IMPATIENT_AFTER_MS;
    const same: Same = known ?? { forget: [], came: now, answered: null };
    clearTimeout(same.timer);
    this.#same.set(words, same);
    const place = isAgain ? same.forget.length - 1 : same.forget.push(null) - 1;
    Object.assign(same, { came: now, answered: null });
    return {
      place,
      answered: (forget) => {
        same.answered = performance.now();
        same.forget[place] = forget;
        this.#freeLater(words, same);
      },
      failed: () => {
        if (place === same.forget.length - 1) same.forget.pop();
        if (same.forget.length === 0) this.#same.delete(words);
        else this.#freeLater(words, same);
      },
    };
  }

  /** The connection was lost: what was answered last may come again. */
  close(): void {
    this.#isOpen = false;
    for (const { timer } of this.#same.values()) clearTimeout(timer);
    this.#same.clear();
  }

  /** The places are freed together, so that the next connection counts them from the beginning. */
  #freeLater(words: string, same: Same): void {
    clearTimeout(same.timer);
    if (!this.#isOpen) return;
    const wasSlow = same.answered !== null && same.answered - same.came > IMPATIENT_AFTER_MS;
    same.timer = setTimeout(
      () => {
        this.#same.delete(words);
        for (const forget of same.forget) void forget?.();
      },
      wasSlow ? AGAIN_WITHIN_MS : ARRIVED_AFTER_MS,
    );
  }
}
