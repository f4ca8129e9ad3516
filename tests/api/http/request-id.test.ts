import pino from 'pino';
import { Problem } from '../../../src/platform/kit/errors.ts';
import { errorResponse } from '../../../src/edge/http/on-error.ts';
import { identified } from '../../../src/edge/http/request-id.ts';
import { requestOfLine } from '../../../src/platform/kit/request.ts';
import { appForFile, signUp } from '../../kit/index.ts';

const app = await appForFile();

test('every answer of the API names its request, each by a name of its own', async () => {
  const person = await signUp(app);
  const answers = [
    await person.as(`/api/users/${person.id}`),
    await person.as(`/api/users/${person.id}`),
    await person.as('/api/admin/users'),
    await app.fetch('/api/auth/session'),
    await app.fetch('/api/nowhere'),
    await app.fetch('/api/auth/login', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 401, 404, 400]);
  const names = answers.map(({ headers }) => headers.get('x-request-id'));
  for (const name of names) expect(name).toMatch(/^[\da-f]{32}$/);
  expect(new Set(names).size).toBe(names.length);
});

test('the log names the request that failed as its answer does', () => {
  const lines: string[] = [];
  const log = pino({ mixin: requestOfLine }, { write: (line: string) => void lines.push(line) });
  const request = new Request('http://localhost/api/users');
  const answer = identified(() => errorResponse(new Error('oh'), log, request));
  expect(answer.status).toBe(500);
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    msg: 'request failed',
    requestId: answer.headers.get('x-request-id'),
  });
  expect(identified(() => errorResponse(new Problem('not_found', 'No'), log, request)).status).toBe(404);
});
