import type { numberPapers } from '../../../../db/schema/index.ts';
import { objectPath } from '../../../edge/uploads/link.ts';
import type { Deps } from '../../deps.ts';
import { findCountry } from '../catalogue.ts';
import type { PapersGivenJson, PapersSet } from './contract.ts';

export type PapersRow = typeof numberPapers.$inferSelect;

/** Papers as their owner sees them. */
export const presentPapers = (deps: Pick<Deps, 'carriers'>, row: PapersRow): PapersSet => ({
  ...presentState(deps, row),
  given: presentGiven(row),
});

/** Their state alone. */
export const presentState = ({ carriers }: Pick<Deps, 'carriers'>, row: PapersRow): Omit<PapersSet, 'given'> => ({
  id: row.id,
  country: countryOf(row),
  countryCode: row.countryCode,
  kind: row.kind,
  status: row.status,
  reason: row.reason,
  byHand: isByHand({ carriers }, row),
  handedInAt: row.handedInAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

/** Tells whether the operator hands them in by hand. */
export const isByHand = ({ carriers }: Pick<Deps, 'carriers'>, { provider }: Pick<PapersRow, 'provider'>): boolean =>
  carriers.find(provider)?.papers?.handIn === undefined;

/** The country's name, in English. */
export const countryOf = ({ countryCode }: Pick<PapersRow, 'countryCode'>): string =>
  findCountry(countryCode)?.country ?? countryCode;

/** Null once it was deleted. */
export function presentGiven({ owner, details, address, documents }: PapersRow): PapersGivenJson | null {
  if (!details) return null;
  return {
    ...{ owner, details, address },
    documents: (documents ?? []).map(({ objectId, ...document }) => ({
      ...document,
      objectPath: objectId && objectPath(objectId),
    })),
  };
}
