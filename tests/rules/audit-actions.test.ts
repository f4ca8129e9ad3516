import { AUDIT_ACTIONS } from '../../src/shared/audit-actions.ts';
import english from '../../web/locales/en/app.json';
import { readSources } from './sources.ts';

test('every action of the audit log has a name on the screen, and no name is left over', () => {
  const named = Object.entries(english.admin.actions).flatMap(([of, names]) =>
    Object.keys(names).map((name) => `${of}.${name}`),
  );
  expect(named.toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
});

test('every action of the audit log is asked for by a test', () => {
  const tests = readSources()
    .filter(({ path }) => /^tests\/(?!rules\/|bench\/|e2e\/)/.test(path))
    .map(({ text }) => text)
    .join('\n');
  expect(AUDIT_ACTIONS.filter((action) => !tests.includes(`'${action}'`))).toEqual([]);
});
