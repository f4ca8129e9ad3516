import { type Example, type ExampleRequest, type FirstStep, withIds } from './example-request.ts';

const READ: Record<ExampleRequest['answer'], string> = {
  json: 'console.log(await response.json());',
  nothing: 'console.log(response.status);',
  file: 'console.log((await response.arrayBuffer()).byteLength);',
  events: `const decoder = new TextDecoder();
for await (const chunk of response.body ?? []) process.stdout.write(decoder.decode(chunk, { stream: true }));`,
};

/** An example as a program in TypeScript that needs nothing but its runtime. */
export const typescriptExample = ({ first, request }: Example): string =>
  [...(first ? firstLines(first) : []), ...send('response', request), READ[request.answer]].join('\n');

function firstLines({ variable, request, wait }: FirstStep): string[] {
  const made = send('made', request);
  if (!wait) return [...made, `const ${variable} = await made.json();`, ''];
  const subject = wait.list ? `${variable}.${wait.list}[0]?` : variable;
  return [
    ...made,
    `let ${variable} = await made.json();`,
    `while (${subject}.${wait.field} !== '${wait.value}') {`,
    '  await new Promise((resolve) => setTimeout(resolve, 1000));',
    ...send('again', wait.request).map((line) => line.replaceAll(/^/gm, '  ')),
    `  ${variable} = await again.json();`,
    '}',
    '',
  ];
}

/** Sends a request and stops where it fails. @param name of the variable that holds the answer */
function send(name: string, { method, url, body, idempotent }: ExampleRequest): string[] {
  const address = withIds(url, (_, { variable, list }) => `\${${variable}${list ? `.${list}[0]` : ''}.id}`);
  const quote = address === url ? "'" : '`';
  const json = JSON.stringify(body, null, 2)?.replaceAll('\n', '\n  ');
  return [
    `const ${name} = await fetch(${quote}${address}${quote}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    '    authorization: `Bearer ${process.env.API_KEY}`,',
    ...(idempotent ? [`    'idempotency-key': crypto.randomUUID(),`] : []),
    ...(body === undefined ? [] : [`    'content-type': 'application/json',`]),
    '  },',
    ...(json === undefined ? [] : [`  body: JSON.stringify(${json}),`]),
    '});',
    `if (!${name}.ok) throw new Error(await ${name}.text());`,
  ];
}
