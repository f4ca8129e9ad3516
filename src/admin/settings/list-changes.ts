import { and, desc, eq, lt, sql as template } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { auditLog, settingChanges, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { Page } from '../../platform/kit/answer.ts';
import type { QueryOf } from '../../platform/kit/endpoint.ts';
import { momentOf } from '../../platform/kit/ids.ts';
import { keptChange, type listSettingChanges, type SettingChange, settingChange } from './contract.ts';
import { IS_WITHDRAWN } from './list-settings.ts';

const askers = alias(users, 'askers');
const PEOPLE = {
  changedBy: { id: users.id, email: users.email, fullName: users.fullName },
  askedBy: { id: askers.id, email: askers.email, fullName: askers.fullName },
};
const TOLD = ['kept_settings.changed', 'setting.announcement_cancelled'];

/** Every change of a setting, newest first. */
export async function listChanges(
  { db }: Pick<Deps, 'db'>,
  { limit, before }: QueryOf<typeof listSettingChanges>,
): Promise<Page<SettingChange>> {
  const rows = await db
    .select({ change: settingChanges, isWithdrawn: IS_WITHDRAWN, ...PEOPLE })
    .from(settingChanges)
    .innerJoin(users, eq(users.id, settingChanges.changedBy))
    .leftJoin(askers, eq(askers.id, settingChanges.askedBy))
    .where(before ? lt(settingChanges.id, before) : undefined)
    .orderBy(desc(settingChanges.id))
    .limit(limit + 1);
  const changes = rows.map(({ change, isWithdrawn, ...people }): SettingChange => ({
    ...change,
    what: isWithdrawn ? 'withdrawn' : 'change',
    changedAt: change.changedAt.toISOString(),
    holdsFrom: change.holdsFrom.toISOString(),
    ...people,
  }));
  // Of those with passwords, and of what was announced and taken back, only the audit log tells.
  const told = TOLD.map((action) =>
    db
      .select({ entry: auditLog, ...PEOPLE })
      .from(auditLog)
      .innerJoin(users, eq(users.id, auditLog.actorId))
      .leftJoin(askers, eq(askers.id, template`(${auditLog.detail} ->> 'askedBy')::uuid`))
      .where(and(eq(auditLog.action, action), before ? lt(auditLog.id, before) : undefined))
      .orderBy(desc(auditLog.id))
      .limit(limit + 1),
  );
  const others = (await Promise.all(told))
    .flat()
    .map(({ entry: { id, action, subject, detail }, ...people }): SettingChange => {
      const changedAt = momentOf(id).toISOString();
      if (action !== 'kept_settings.changed')
        return settingChange.parse({ ...detail, what: 'withdrawal', id, changedAt, ...people });
      const kept = { name: 'kept_settings', about: subject ?? '', kept: keptChange.parse(detail) } as const;
      const values = { what: 'change', before: null, after: null, source: 'panel', holdsFrom: changedAt } as const;
      return { id, ...kept, ...values, changedAt, ...people };
    });
  const all = [...changes, ...others].toSorted((one, other) => (one.id < other.id ? 1 : -1));
  return Page.of(all, limit);
}
