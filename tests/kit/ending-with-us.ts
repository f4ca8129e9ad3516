/**
 * The command of a program that ends with this process, however that ends: the kernel tells it of its parent's death.
 * @param signal what it gets then; one that has children of its own ends them by SIGTERM
 */
export const endingWithUs = (signal: 'KILL' | 'TERM', command: readonly string[]): string[] => [
  'setpriv',
  '--pdeathsig',
  signal,
  ...command,
];
