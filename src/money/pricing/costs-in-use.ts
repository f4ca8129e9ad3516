/**
 * The facts that this process last saw: the carriers' price lists for messages, and the destinations and
 * senders that they are limited to. If there are none, a send need not read them. It is only a hint: the code
 * that hands messages over reads the database each time, refuses sales below cost, and updates this hint.
 * Before the first look the answer is that they may exist.
 */
export class CostsInUse {
  #messages = true;

  /** Tells whether a send has to read the carriers' prices, destinations and senders. */
  get messages(): boolean {
    return this.#messages;
  }

  /** Stores what was seen, or that they were just changed. */
  saw(messages: boolean): void {
    this.#messages = messages;
  }
}
