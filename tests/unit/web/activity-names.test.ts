import { expect, test } from 'bun:test';
import type { AuditAction } from '../../../src/shared/audit-actions.ts';
import { ACTIVITY_NAMES, activityName } from '../../../web/features/admin/activity-names.ts';
import { t } from '../../../web/lib/i18n.ts';

test('every action of the audit log has a name', () => {
  // The compiler checks that none is missing.
  const names: Record<AuditAction, string> = ACTIVITY_NAMES;
  for (const action of Object.keys(names)) {
    const name = activityName(action);
    expect(name && t(name)).toMatch(/^[A-Z]/);
  }
});

test('an action of a newer server has no name', () => {
  expect(activityName('something.new')).toBeUndefined();
});
