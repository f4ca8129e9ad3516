import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import applicationTexts from '../../web/locales/en/app.json';
import { TEXTS_OF_FRAME } from '../../web/build-scripts.ts';

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
