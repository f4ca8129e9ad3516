import { expect, test } from 'bun:test';
import { AUDIT_ACTIONS } from '../../src/shared/audit-actions.ts';
import { ACTIVITY_NAMES, activityName } from '../../web/features/admin/activity-names.ts';
import { readSources } from './sources.ts';

test('every action of the audit log has a name on the screen, and no name is left over', () => {
  expect(Object.keys(ACTIVITY_NAMES).toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
  expect(activityName('of.a.newer.server')).toBeUndefined();
});

test('every action of the audit log is asked for by a test', () => {
  const tests = readSources()
    .filter(({ path }) => /^tests\/(?!rules\/|bench\/|e2e\/)/.test(path))
    .map(({ text }) => text)
    .join('\n');
  expect(AUDIT_ACTIONS.filter((action) => !tests.includes(`'${action}'`))).toEqual([]);
});
