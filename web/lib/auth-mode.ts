/** Which of its two forms the authentication dialog shows. */
export type AuthMode = 'login' | 'register';
