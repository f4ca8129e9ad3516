import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import applicationTexts from '../../web/locales/en/app.json';
import { bundleScripts, TEXTS_OF_FRAME } from '../../web/build-scripts.ts';

const WEB = join(import.meta.dir, '..', '..', 'web');
/** The first view of people who sign in. */
const FIRST = [
  'app/shell.tsx',
  'app/mobile-navigation.tsx',
  'app/section-screen.tsx',
  'features/overview/overview-section.tsx',
  'lib/live.ts',
  'ui/toast-region.tsx',
];

/** A module and all modules of the browser that it imports at once. */
function reachedFrom(entries: readonly string[]): Map<string, string> {
  const reached = new Map(entries.map((entry) => [entry, '']));
  for (const path of reached.keys()) {
    const code = readFileSync(path, 'utf8');
    reached.set(path, code);
    for (const [, imported = ''] of code.matchAll(/^(?:import|export) (?!type )[^']*?from '(\.[^']+\.tsx?)'/gm)) {
      const target = join(path, '..', imported);
      if (target.startsWith(WEB) && !reached.has(target)) reached.set(target, '');
    }
  }
  return reached;
}

test('the first view finds its texts among those that are loaded with it', () => {
  const later = Object.keys(applicationTexts).filter((group) => !TEXTS_OF_FRAME.includes(group));
  const wanted = new RegExp(`['"\`]((?:${later.join('|')})\\.[\\w.$\{}]+)['"\`]`, 'g');
  const modules = reachedFrom(FIRST.map((path) => join(WEB, path)));
  expect(modules.size).toBeGreaterThan(60);
  const missed = [...modules].flatMap(([path, code]) =>
    [...code.replaceAll(/\/\*\*.*?\*\//gs, '').matchAll(wanted)]
      .filter(([, key = '']) => !TEXTS_OF_FRAME.some((group) => key.startsWith(`${group}.`)))
      .map(([key]) => `${path.slice(WEB.length + 1)}: ${key}`),
  );
  expect(missed).toEqual([]);
});

test('no script is a request that only names what stands in another one, and none is imported that is not there', async () => {
  const scripts = await bundleScripts(join(WEB, 'main.tsx'), 'esm');
  const paths = new Set(scripts.map(({ path }) => path));
  const imported = scripts.flatMap(({ code }) => [...code.matchAll(/(?:from|import\()\s*["'`]\.\/([\w.-]+\.js)/g)]);
  expect(imported.length).toBeGreaterThan(100);
  expect(imported.filter(([, name]) => !paths.has(`assets/${name}`)).map(([, name]) => name)).toEqual([]);
  expect(scripts.filter(({ code }) => /^export\{[^}]*\}from"[^"]*";?\s*$/.test(code)).map(({ path }) => path)).toEqual(
    [],
  );
});
