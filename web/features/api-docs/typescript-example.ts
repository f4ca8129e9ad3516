import type { ExampleRequest } from './example-request.ts';

const READ: Record<ExampleRequest['answer'], string> = {
  json: 'console.log(await response.json());',
  nothing: 'console.log(response.status);',
  file: 'console.log((await response.arrayBuffer()).byteLength);',
  events: `const decoder = new TextDecoder();
for await (const chunk of response.body ?? []) process.stdout.write(decoder.decode(chunk, { stream: true }));`,
};

/** A request as a program in TypeScript that needs nothing but its runtime. */
export function typescriptExample({ method, url, body, idempotent, answer }: ExampleRequest): string {
  const headers = [
    '    authorization: `Bearer ${process.env.TOPLINE_KEY}`,',
    ...(idempotent ? [`    'idempotency-key': crypto.randomUUID(),`] : []),
    ...(body === undefined ? [] : [`    'content-type': 'application/json',`]),
  ];
  const json = JSON.stringify(body, null, 2)?.replaceAll('\n', '\n  ');
  return [
    `const response = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...headers,
    '  },',
    ...(json === undefined ? [] : [`  body: JSON.stringify(${json}),`]),
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    READ[answer],
  ].join('\n');
}
