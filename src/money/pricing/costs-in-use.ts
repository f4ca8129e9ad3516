/**
 * What this process last saw of the carriers' price lists for messages and of the destinations and senders that they are limited to,
 * so that a send need not read them if there are none. It is only a hint: the code that hands messages over reads the database each time, refuses sales below cost,
 * and updates this hint. Before the first look the answer is that they may exist.
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
