import { desc, eq, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { settingChanges, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { Page } from '../../platform/kit/answer.ts';
import type { QueryOf } from '../../platform/kit/endpoint.ts';
import { readActivity } from '../list-activity.ts';
import { keptChange, type listSettingChanges, type SettingChange } from './contract.ts';

const askers = alias(users, 'askers');

/** Every change of a setting, newest first. */
export async function listChanges(
  { db }: Pick<Deps, 'db'>,
  { limit, before }: QueryOf<typeof listSettingChanges>,
): Promise<Page<SettingChange>> {
  const rows = await db
    .select({
      change: settingChanges,
      changedBy: { id: users.id, email: users.email, fullName: users.fullName },
      askedBy: { id: askers.id, email: askers.email, fullName: askers.fullName },
    })
    .from(settingChanges)
    .innerJoin(users, eq(users.id, settingChanges.changedBy))
    .leftJoin(askers, eq(askers.id, settingChanges.askedBy))
    .where(before ? lt(settingChanges.id, before) : undefined)
    .orderBy(desc(settingChanges.id))
    .limit(limit + 1);
  const changes = rows.map(({ change, ...rest }) => ({
    ...change,
    changedAt: change.changedAt.toISOString(),
    holdsFrom: change.holdsFrom.toISOString(),
    ...rest,
  }));
  // Of those with passwords only the audit log tells.
  const kept = await readActivity({ db }, { action: 'kept_settings.changed' }, { limit: limit + 1, before });
  const others = kept.map(({ id, at, actor, subject, detail }): SettingChange => ({
    kept: keptChange.parse(detail),
    ...{ id, name: 'kept_settings', about: subject ?? '', before: null, after: null, source: 'panel', askedBy: null },
    ...{ changedAt: at, holdsFrom: at, changedBy: { id: actor?.id ?? '', email: actor?.email ?? '', fullName: '' } },
  }));
  const all = [...changes, ...others].toSorted((one, other) => (one.id < other.id ? 1 : -1));
  return Page.of(all, limit);
}
