import { expect, test } from 'bun:test';
import app from '../../web/locales/en/app.json';
import landing from '../../web/locales/en/public.json';
import { codeOf, readSources } from './sources.ts';
import type { Texts } from './locales.ts';

const PLURAL_FORMS = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);
const en = { ...landing, ...app };

/** Every key of a catalogue, dotted; the plural forms of a text are one key. */
const keysOf = (texts: Texts, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([name, value]) => {
    const key = prefix + name;
    if (typeof value === 'string') return [key];
    const isPlural = 'other' in value && Object.keys(value).every((form) => PLURAL_FORMS.has(form));
    return isPlural ? [key] : keysOf(value, `${key}.`);
  });

/** Keys that no literal in the code names, nor any template whose placeholders it fits. */
function unusedKeys(keys: readonly string[], code: string): string[] {
  const literals = new Set([...code.matchAll(/['"]([\w-]+(?:\.[\w-]+)+)['"]/g)].map(([, key]) => key));
  const templates = [...code.matchAll(/`([\w-]+\.[^`\s]*\$\{[^`]*)`/g)].map(
    ([, text = '']) =>
      new RegExp(
        `^${text
          .split(/\$\{[^}]*\}/)
          .map(escape)
          .join('[\\w-]+')}$`,
      ),
  );
  return keys.filter((key) => !literals.has(key) && !templates.some((template) => template.test(key)));
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const code = readSources()
  .filter(({ path }) => path.startsWith('web/'))
  .map(codeOf)
  .join('\n');

test('every text of the catalogue is shown somewhere', () => {
  // The names of actions have a rule of their own: one for each action.
  const keys = keysOf(en).filter((key) => !key.startsWith('admin.actions.'));
  expect(keys.length).toBeGreaterThan(100);
  expect(unusedKeys(keys, code)).toEqual([]);
});

test('a text that nothing shows is found', () => {
  expect(unusedKeys(['billing.title', 'billing.gone', 'theme.dark'], "t('billing.title'); t(`theme.${x}`)")).toEqual([
    'billing.gone',
  ]);
});

test('no text is empty, and placeholders are whole', () => {
  const texts = JSON.stringify(en);
  expect(texts).not.toMatch(/:\s*""/);
  for (const [placeholder] of JSON.stringify(Object.values(en)).matchAll(/\{[^"{}:]*\}/g)) {
    expect(placeholder).toMatch(/^\{\w+\}$/);
  }
});
