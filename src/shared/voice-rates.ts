/** Pounds for a minute; the setting `VOICE_RATE_GBP` replaces it. */
export const STANDARD_VOICE_RATE_GBP = '0.10';

/** Pounds for a minute while a reseller package runs. */
export const RESELLER_VOICE_RATE_GBP = '0.05';
