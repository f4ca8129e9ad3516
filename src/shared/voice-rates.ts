/** Pounds for a minute while a reseller package runs; the standard rate is a setting. */
export const RESELLER_VOICE_RATE_GBP = '0.05';
