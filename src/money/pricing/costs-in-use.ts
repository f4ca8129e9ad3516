/**
 * What this process last saw of the carriers' price lists of messages, so that a send need not ask for them where there
 * are none. It is only a hint: who hands messages over reads the database each time, refuses what would be sold
 * below cost, and says here what it saw. Until something was seen there may be some.
 */
export class CostsInUse {
  #messages = true;

  /** Whether a send has to look at the costs. */
  get messages(): boolean {
    return this.#messages;
  }

  /** Says what was seen, or that a list has just been changed. */
  saw(messages: boolean): void {
    this.#messages = messages;
  }
}
