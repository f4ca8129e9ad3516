import type { Fault } from './fault.ts';

/** What odd requests would break. */
export const REQUESTS: readonly Fault[] = [
  {
    name: 'a text that PostgreSQL cannot hold reaches it',
    file: 'src/edge/http/read-request.ts',
    find: 'if (text.includes(String.raw`\\u0000`)) {',
    put: "if (text === '') {",
    tests: ['api/endpoints/fuzz'],
  },
];
