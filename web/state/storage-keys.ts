/** The names under which the browser keeps the signed-in person and the chosen language. */
export const SESSION_KEY = 'auth-storage';
export const LANGUAGE_KEY = 'topline-language';
