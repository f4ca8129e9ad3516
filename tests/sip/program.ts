/**
 * Starts a program that ends with this process, however that ends: the kernel tells it of its parent's death.
 * @param signal what it gets then; one that has children of its own ends them by SIGTERM
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
  const child = Bun.spawn(['setpriv', '--pdeathsig', signal, ...command], {
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
