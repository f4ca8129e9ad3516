import { watch } from 'node:fs';
import { join } from 'node:path';

/**
 * For working on Topline: builds the browser's files, runs the server, and does both again whenever a
 * source file is saved.
 */
const ROOT = join(import.meta.dir, '..');
const WATCHED = ['src', 'web', 'db'];

let server: Bun.Subprocess | null = null;
let queued: Timer | undefined;

async function restart(): Promise<void> {
  const build = Bun.spawn([process.execPath, 'web/build.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // What does not build leaves the running server as it is.
  if ((await build.exited) !== 0) return;
  server?.kill();
  await server?.exited;
  server = Bun.spawn([process.execPath, 'src/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

for (const folder of WATCHED) {
  watch(join(ROOT, folder), { recursive: true }, () => {
    clearTimeout(queued);
    queued = setTimeout(() => void restart(), 150);
  });
}
process.once('SIGINT', () => {
  server?.kill();
  process.exit(0);
});
await restart();
