export const API_KEY_PREFIX = 'tl_live_';

/** What is shown of a key after the one time that it is shown whole. */
export const maskApiKey = (key: string): string => `${API_KEY_PREFIX}…${key.slice(-4)}`;
