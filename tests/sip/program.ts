import { endingWithUs } from '../kit/ending-with-us.ts';

/**
 * Starts a program that ends with this process.
 * @param signal what it gets then
 * @param hear gets what it writes to its standard error
 */
export function startProgram(
  command: readonly string[],
  {
    env = {},
    cwd,
    signal = 'KILL',
    hear = () => {},
  }: {
    env?: Record<string, string>;
    cwd?: string;
    signal?: 'KILL' | 'TERM';
    hear?: (text: string) => void;
  } = {},
): Bun.Subprocess {
  const child = Bun.spawn(endingWithUs(signal, command), {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stderr) hear(decoder.decode(chunk, { stream: true }));
  })();
  return child;
}

/** The process that takes packets at a UDP port, and its parent; null where there is none. */
export async function processAt(port: number): Promise<{ pid: number; parent: number } | null> {
  const pid = Number(Bun.spawnSync(['fuser', `${port}/udp`]).stdout.toString());
  const status = await Bun.file(`/proc/${pid}/status`)
    .text()
    .catch(() => '');
  const parent = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? 0);
  return pid > 1 && parent > 1 ? { pid, parent } : null;
}
