import app from '../../web/locales/en/app.json';
import landing from '../../web/locales/en/public.json';
import { codeOf, readSources } from './sources.ts';
import { type Texts, textsOf } from './locales.ts';

const en = { ...landing, ...app };

const keysOf = (texts: Texts): string[] => [...textsOf(texts).keys()];

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
