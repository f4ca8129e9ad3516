import { type Example, type ExampleRequest, type FirstStep, withIds } from './example-request.ts';

const READ: Record<ExampleRequest['answer'], readonly string[]> = {
  json: ['    print(json.load(response))'],
  nothing: ['    print(response.status)'],
  file: ['    print(len(response.read()))'],
  events: ['    for line in response:', '        print(line.decode(), end="", flush=True)'],
};

/** An example as a program in Python that needs nothing but its standard library. */
export function pythonExample({ first, request }: Example): string {
  const modules = [
    ...['json', 'os'],
    ...(first?.wait ? ['time'] : []),
    'urllib.request',
    ...(request.idempotent || first?.request.idempotent ? ['uuid'] : []),
  ];
  return [
    `import ${modules.join(', ')}`,
    '',
    ...(first ? firstLines(first) : []),
    ...send(request),
    ...READ[request.answer],
  ].join('\n');
}

function firstLines({ variable, request, wait }: FirstStep): string[] {
  const read = `    ${variable} = json.load(response)`;
  if (!wait) return [...send(request), read, ''];
  const { list, field, value } = wait;
  const found = list
    ? `[each["${field}"] for each in ${variable}["${list}"]] != ["${value}"]`
    : `${variable}["${field}"] != "${value}"`;
  return [
    ...send(request),
    read,
    `while ${found}:`,
    '    time.sleep(1)',
    ...[...send(wait.request), read].map((line) => line.replaceAll(/^/gm, '    ')),
    '',
  ];
}

/** Sends a request; what is indented after it reads the answer. */
function send({ method, url, body, idempotent }: ExampleRequest): string[] {
  const address = withIds(url, (_, { variable, list }) => `{${variable}${list ? `['${list}'][0]` : ''}['id']}`);
  return [
    'request = urllib.request.Request(',
    `    ${address === url ? '' : 'f'}"${address}",`,
    `    method="${method}",`,
    '    headers={',
    '        "Authorization": f"Bearer {os.environ[\'API_KEY\']}",',
    ...(idempotent ? ['        "Idempotency-Key": str(uuid.uuid4()),'] : []),
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
    '    },',
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
  ];
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
