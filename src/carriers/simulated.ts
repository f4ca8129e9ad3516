/** The carriers that stand in for real ones. */
const SIMULATED: ReadonlySet<string | null> = new Set(['sandbox', 'sandbox-backup']);

/** Whether a carrier of this name, as it stands beside a number, is a simulated one. */
export const isSimulated = (provider: string | null): boolean => SIMULATED.has(provider);
