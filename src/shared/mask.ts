export const API_KEY_PREFIX = 'tl_live_';
/** A key that begins so sends tests only. */
export const TEST_KEY_PREFIX = 'tl_test_';

/** The part of a key that is shown after the one answer that has it in full. */
export const maskApiKey = (key: string, isTest = false): string =>
  `${isTest ? TEST_KEY_PREFIX : API_KEY_PREFIX}…${key.slice(-4)}`;
