/** The running things of this process that have to be stopped, in the order in which they were started. */
const running: (() => Promise<unknown>)[] = [];

/** Says how something is stopped that was just started. */
export const stopLater = (stop: () => Promise<unknown>): number => running.push(stop);

/** Stops what was started last of all that still runs. */
export const stopLast = async (): Promise<unknown> => await running.pop()?.();

/** Stops what a file has left, whose set-up failed half-way. */
export async function stopWhatIsLeft(): Promise<void> {
  while (running.length > 0) await stopLast();
}
