import type { Fault } from './fault.ts';

/** What odd requests would break. */
export const REQUESTS: readonly Fault[] = [
  {
    name: 'a body that is no JSON is an error of ours',
    file: 'src/edge/http/read-request.ts',
    find: "throw new Problem('malformed_json', 'The body is not valid JSON');",
    put: "throw new Error('The body is not valid JSON');",
    tests: ['api/endpoints/fuzz'],
  },
];
