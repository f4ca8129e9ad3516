export const API_KEY_PREFIX = 'tl_live_';

/** The part of a key that is shown after the one answer that has it in full. */
export const maskApiKey = (key: string): string => `${API_KEY_PREFIX}…${key.slice(-4)}`;
