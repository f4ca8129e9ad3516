import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Copies what belongs to a working tree, without what git ignores; the installed packages are shared. */
export async function copyTree(from: string, to: string): Promise<void> {
  const listed = Bun.spawnSync(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: from });
  if (!listed.success) throw new Error(`${from} is no working tree of git`);
  const files = listed.stdout.toString().split('\0').filter(Boolean);
  for (const file of files) {
    if (!(await Bun.file(join(from, file)).exists())) continue;
    await mkdir(dirname(join(to, file)), { recursive: true });
    await cp(join(from, file), join(to, file));
  }
  await symlink(join(from, 'node_modules'), join(to, 'node_modules'));
}
