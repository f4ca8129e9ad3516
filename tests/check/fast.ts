/**
 * `bun run check:fast`: what can be known within seconds of what changed since the last commit (or since the
 * commit that is named): types, lint, the rules of the house, and the unit tests that the change touches.
 */
const since = process.argv[2] ?? 'HEAD';

async function changedFiles(): Promise<string[]> {
  const ask = async (...command: string[]) => (await Bun.$`git ${command}`.text()).split('\n').filter(Boolean);
  const known = await ask('diff', '--name-only', '--diff-filter=d', since);
  const added = await ask('ls-files', '--others', '--exclude-standard');
  return [...known, ...added].filter((path) => /^(src|web|db|tests)\/.*\.tsx?$/.test(path));
}

const waiting = new Set<string>();

async function run(name: string, command: string[]): Promise<boolean> {
  waiting.add(name);
  const started = performance.now();
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' });
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  waiting.delete(name);
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name}, ${seconds} s`);
  if (code !== 0) console.log(out + error);
  if (waiting.size > 0) console.log(`        waiting for ${[...waiting].join(', ')}`);
  return code === 0;
}

const bun = process.execPath;
const TEST = ['--timeout=30000', '--only-failures'];
const files = await changedFiles();
const started = performance.now();
const results = await Promise.all([
  run('types', [bun, 'check', '--no-script']),
  run('rules', [bun, 'test', ...TEST, 'tests/rules']),
  ...(files.length > 0
    ? [
        run(`lint of ${files.length} files`, [bun, 'x', 'oxlint', '--type-aware', '--deny-warnings', ...files]),
        run('unit tests', [bun, 'test', ...TEST, `--changed=${since}`, '--pass-with-no-tests', 'tests/unit']),
      ]
    : []),
]);
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
process.exit(results.every(Boolean) ? 0 : 1);
