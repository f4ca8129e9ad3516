import { $ } from 'bun';
import { curl } from '../../../web/features/api-docs/curl.ts';
import type { ExampleRequest } from '../../../web/features/api-docs/example-request.ts';

const write = (request: ExampleRequest): string => curl({ request, first: null });

/** The arguments that a shell passes to the program, one on each line. */
async function argumentsOf(command: string): Promise<string[]> {
  const script = `curl() { printf '%s\\0' "$@"; }; date() { echo 1700000000; }; RANDOM=7; API_KEY=secret\n${command}`;
  return (await $`bash -c ${script}`.text()).split('\0').slice(0, -1);
}

test('a body reaches the server as it is, quotes and all', async () => {
  const body = { message: `it's "fine" $HOME` };
  const given = await argumentsOf(
    write({ method: 'POST', url: 'https://example.com/api', body, idempotent: true, answer: 'json' }),
  );
  expect(given.slice(2, 5)).toEqual(['-X', 'POST', 'https://example.com/api']);
  expect(given).toContainEqual(expect.stringMatching(/^Idempotency-Key: 1700000000-\d+$/));
  expect(JSON.parse(given.at(-1) ?? '')).toEqual(body);
});
