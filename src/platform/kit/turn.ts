/** Lets whatever else waits in this process have its turn, amid work that takes long. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
