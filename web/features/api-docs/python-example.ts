import type { ExampleRequest } from './example-request.ts';

const READ: Record<ExampleRequest['answer'], readonly string[]> = {
  json: ['    print(json.load(response))'],
  nothing: ['    print(response.status)'],
  file: ['    print(len(response.read()))'],
  events: ['    for line in response:', '        print(line.decode(), end="", flush=True)'],
};

/** A request as a program in Python that needs nothing but its standard library. */
export function pythonExample({ method, url, body, idempotent, answer }: ExampleRequest): string {
  const modules = ['json', 'os', 'urllib.request', ...(idempotent ? ['uuid'] : [])];
  const headers = [
    '        "Authorization": f"Bearer {os.environ[\'TOPLINE_KEY\']}",',
    ...(idempotent ? ['        "Idempotency-Key": str(uuid.uuid4()),'] : []),
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
  ];
  return [
    `import ${modules.join(', ')}`,
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    `    method="${method}",`,
    '    headers={',
    ...headers,
    '    },',
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    ...READ[answer],
  ].join('\n');
}

/** A value as Python writes it. */
function literal(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  const within = `${indent}    `;
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, within)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, field]) => `${within}${JSON.stringify(name)}: ${literal(field, within)},`,
  );
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n${indent}}`;
}
