/** The carriers that are used instead of real ones. */
const SIMULATED: ReadonlySet<string | null> = new Set(['sandbox', 'sandbox-backup']);

/** Tells whether a carrier of this name, as it is stored with a number, is a simulated one. */
export const isSimulated = (provider: string | null): boolean => SIMULATED.has(provider);
