import { sql as template } from 'drizzle-orm';
import { keptSettings } from '../../../db/schema/index.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import { readKept, sealAsked, sealKept } from '../../platform/settings/kept-settings.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { ConfigError, wrongSettings } from '../../platform/kit/settings.ts';
import type { KeptValues } from '../../shared/kept-settings.ts';
import type { Deps } from '../../services/deps.ts';
import { KNOWN_KEPT } from './known.ts';

/**
 * Sets what else only the environment says; each process begins again with it within seconds. All values together must
 * be usable, so that no process is left without them.
 * @param given an empty text takes a setting away
 * @throws validation_failed (a value, or what it needs beside it), not_allowed_now (the environment says it),
 *   approval_needed
 */
export async function changeKept(
  { deps, tx, actor, agreed }: { deps: Pick<Deps, 'config'>; tx: Transaction; actor: Actor; agreed?: boolean },
  given: KeptValues,
): Promise<undefined> {
  const settings: KeptValues = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.trim()]));
  // No two at a time, so that all values together are known.
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended('kept settings', 0))`);
  const known = KNOWN_KEPT.filter(({ name }) => settings[name] !== undefined);
  const names = known.map(({ name }) => name);
  const other = Object.keys(settings).find((name) => !names.includes(name));
  if (other !== undefined) throw wrongSettings([other]);
  const fixed = names.find((name) => deps.config.ownEnvironment[name] !== undefined);
  if (fixed !== undefined) throw new Problem('not_allowed_now', sentence('keptByEnvironment', { name: fixed }));
  const { values: before, at } = await readKept(tx.db, deps.config);
  requireUsable(deps, { ...before, ...settings });
  const shown = Object.fromEntries(
    known.flatMap(({ name, isHidden }) => (isHidden ? [] : [[name, settings[name] ?? '']])),
  );
  const wanted = { kind: 'kept_settings', names, shown, sealed: sealAsked(deps.config, settings) } as const;
  requireApproval({ deps, actor, agreed: agreed ?? false }, wanted, { about: names.join(', ') });
  // Later than any change before, so that each process sees it.
  const changedAt = new Date(Math.max(tx.now.getTime(), at === '' ? 0 : new Date(at).getTime() + 1));
  for (const name of names) {
    const value = settings[name];
    const set = {
      ...{ changedAt, changedBy: actor.id },
      sealedValue: value ? sealKept(deps.config, name, value) : null,
    };
    await tx.db
      .insert(keptSettings)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: keptSettings.name, set });
  }
  const became = Object.fromEntries(
    names.map((name) => [name, !settings[name] ? 'removed' : before[name] === undefined ? 'set' : 'changed'] as const),
  );
  await audit(tx, actor, 'kept_settings.changed', { subject: names.join(', '), detail: { shown, became } });
}

function requireUsable({ config }: Pick<Deps, 'config'>, all: KeptValues): void {
  const values = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  try {
    config.withKept({ values, at: '' });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw wrongSettings(error.faults);
  }
}
