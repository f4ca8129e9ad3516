/**
 * Runs a job when woken: one run at a time, and once more if it was woken during the run, however often.
 * The job must not reject.
 */
export class Runner {
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(private readonly job: () => Promise<void>) {}

  wake(): void {
    if (this.#stopped) return;
    if (this.#running) this.#again = true;
    else this.#running = this.#run();
  }

  /** Waits for the current run and prevents any further one. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    do {
      this.#again = false;
      await this.job();
    } while (this.#again && !this.#stopped);
    this.#running = null;
  }
}
