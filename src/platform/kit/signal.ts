import { asRequest } from './request.ts';

/**
 * Tells this process's chores that there is work; sender and receiver do not know each other. It is only a
 * hint: the work itself is in the database, and a regular sweep finds it if the hint is lost.
 */
export class Signal {
  #listeners = new Set<() => void>();

  /** @returns a function that stops listening */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  fire(): void {
    asRequest(null, () => {
      for (const listener of this.#listeners) listener();
    });
  }
}
