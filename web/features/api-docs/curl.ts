import { type Example, type ExampleRequest, type FirstStep, withIds } from './example-request.ts';

/** An example as shell commands; the key comes from the environment, so that it stays out of the history. */
export const curl = ({ first, request }: Example): string =>
  [...(first ? firstLines(first) : []), send(request)].join('\n');

/** Without an id nothing was made, and there is nothing to wait for. PostgreSQL writes spaces around colons. */
function firstLines({ variable, request, wait }: FirstStep): string[] {
  const id = shellName(`${variable}Id`);
  const made = `${id}=$(${send(request)} |\n  grep -o '"id" *: *"[^"]*"' | head -1 | cut -d'"' -f4)`;
  if (!wait) return [made];
  const { list, field, value } = wait;
  const ready = list
    ? `${shellName('recordingId')}=$(${send(wait.request)} |\n  grep -o '"${list}":\\[{"id":"[^"]*","${field}":"${value}"' | cut -d'"' -f6 | grep .)`
    : `${send(wait.request)} |\n  grep -q '"${field}" *: *"${value}"'`;
  return [made, `while [ "$${id}" ] && ! ${ready}; do sleep 1; done`];
}

/** Such as MESSAGE_ID. */
const shellName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

function send({ method, url, body, idempotent, answer }: ExampleRequest): string {
  const address = withIds(url, (name) => `$${shellName(name)}`);
  const options = [
    '-sS --fail-with-body',
    answer === 'events' && '-N',
    answer === 'file' && '-OJ',
    method !== 'GET' && `-X ${method}`,
  ];
  const lines = [
    `curl ${options.filter(Boolean).join(' ')} ${address === url ? url : `"${address}"`}`,
    `-H "Authorization: Bearer $API_KEY"`,
  ];
  if (idempotent) lines.push('-H "Idempotency-Key: $(date +%s)-$RANDOM"');
  if (body !== undefined) {
    // A single quote cannot stand inside single quotes: the shell wants it outside, escaped.
    const json = JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
    lines.push('-H "Content-Type: application/json"', `-d '${json}'`);
  }
  return lines.join(' \\\n  ');
}
