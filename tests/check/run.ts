import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..', '..');

/** The processors' time for all commands together. */
let cpuSeconds = 0;
export const workSoFar = (): number => cpuSeconds;

/** So long the output of an ended command may still come. */
const LEFT_BEHIND_MS = 3_000;

export interface Outcome {
  code: number;
  output: string;
}

/** Runs one command under a heading, passing on what it says; `quietly`, all at once when it has ended. */
export async function section(
  name: string,
  command: readonly string[],
  { env = {}, quietly = false }: { env?: Record<string, string>; quietly?: boolean } = {},
): Promise<Outcome> {
  const heading = `\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}\n`;
  if (!quietly) process.stdout.write(heading);
  const started = performance.now();
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { ...process.env, FORCE_COLOR: '0', DEBIAN_FRONTEND: 'noninteractive', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const readers = [child.stdout.getReader(), child.stderr.getReader()] as const;
  const [out, err] = readers;
  const reading = Promise.all([read(out, quietly), read(err, quietly)]);
  const code = await child.exited;
  // A process that a failed test left behind would keep the output open for ever.
  const late = setTimeout(() => void Promise.all(readers.map((reader) => reader.cancel())), LEFT_BEHIND_MS);
  const [output, errors] = await reading;
  clearTimeout(late);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  // With all processes that it started: on a busy machine the wall clock says little.
  const microseconds = Number(child.resourceUsage()?.cpuTime.total ?? 0);
  cpuSeconds += microseconds / 1_000_000;
  const work = (microseconds / 1_000_000).toFixed(1);
  const end = `${code === 0 ? 'ok' : `FAILED (${code})`} in ${seconds} s, ${work} s of work\n`;
  process.stdout.write(quietly ? heading + output + errors + end : end);
  return { code, output: output + errors };
}

async function read(from: ReadableStreamDefaultReader<Uint8Array>, quietly: boolean): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await from.read(); !part.done; part = await from.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (!quietly) process.stdout.write(part.value);
  }
  return text;
}
