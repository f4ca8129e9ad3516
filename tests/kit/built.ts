import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..', '..');
/** The sources of the browser's application. */
const SOURCES = ['web/**/*.{ts,tsx,css,html,json}', 'src/**/{contract,catalogue,events}.ts'];

/**
 * Builds the application if its sources have changed since the last build, so that a test file that runs alone sees
 * the same as in the whole check.
 */
export function ensureBuilt(): void {
  if (isBuilt()) return;
  const build = Bun.spawnSync([process.execPath, 'web/build.ts'], { cwd: ROOT, stderr: 'inherit' });
  if (!build.success) throw new Error('the application cannot be built');
}

function isBuilt(): boolean {
  const page = join(ROOT, 'dist', 'index.html');
  if (!existsSync(page)) return false;
  const builtAt = statSync(page).mtimeMs;
  return SOURCES.every((pattern) =>
    [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })].every((file) => statSync(join(ROOT, file)).mtimeMs <= builtAt),
  );
}
