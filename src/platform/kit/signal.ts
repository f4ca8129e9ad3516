/**
 * Tells a process's own chores that there is work, without anybody knowing anybody. Only a hint: what
 * the work is stands in the database, and a sweep finds it also where the hint was lost.
 */
export class Signal {
  #listeners = new Set<() => void>();

  /** @returns a function that stops listening */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  fire(): void {
    for (const listener of this.#listeners) listener();
  }
}
