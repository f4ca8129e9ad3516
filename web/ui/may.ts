import { createContext } from 'react';

/** Tells whether whoever is signed in may do what an endpoint of this name does, in this account: a person by their role. */
export const May = createContext<(name: string) => boolean>(() => true);
