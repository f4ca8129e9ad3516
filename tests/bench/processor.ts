import { readdir, readFile } from 'node:fs/promises';

/** The kernel counts processor time in hundredths of a second (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

interface Counted {
  parent: number;
  ticks: number;
}

/**
 * The processor time that a process and all its children have used, in seconds: unlike the time on the clock it is about
 * the same on a busy machine.
 */
export async function processorSeconds(pid: number): Promise<number> {
  const all = new Map<number, Counted>();
  for (const name of await readdir('/proc')) {
    const each = /^\d+$/.test(name) && (await count(Number(name)));
    if (each) all.set(Number(name), each);
  }
  const isWithin = (one: number): boolean => {
    if (one === pid) return true;
    const parent = all.get(one)?.parent ?? 0;
    return parent > 1 && isWithin(parent);
  };
  const ticks = [...all].filter(([one]) => isWithin(one)).reduce((sum, [, each]) => sum + each.ticks, 0);
  return ticks / TICKS_PER_SECOND;
}

/** @returns null for a process that has ended meanwhile */
async function count(pid: number): Promise<Counted | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name in brackets may hold anything; after it comes field 3 of proc_pid_stat(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent = '0'] = fields.slice(1);
  // utime, stime, and those of children that have ended.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(parent), ticks };
}
