import type { PartCounting, RatedService } from '../../db/enums.ts';
import { rateDecks, rateImports, rateNames, rateRows, rateUses } from '../../db/schema/index.ts';
import { parseMoney } from '../../src/platform/kit/money.ts';
import { signUp, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';

/** A row of a deck; by default it holds from the beginning of time. */
export interface DeckRow {
  prefix: string;
  rate: string;
  fee?: string;
  intervals?: readonly [first: number, next: number];
  blocked?: boolean;
  /** The mobile country code and the mobile network code. */
  network?: string;
  validFrom?: Date;
  validUntil?: Date | null;
}

const AT_ONCE = 2000;
const LONG_AGO = new Date('2020-01-01T00:00:00.000Z');

/** A deck with rows: a carrier's costs, or a deck for selling that nobody buys by yet. @returns its id */
export async function makeDeck(
  app: TestApp,
  service: RatedService,
  rows: readonly DeckRow[],
  {
    counting = '160/160',
    carrier = null,
    belowCost = false,
    offered = false,
  }: { counting?: PartCounting; carrier?: string | null; belowCost?: boolean; offered?: boolean } = {},
): Promise<string> {
  const { db } = app.deps;
  const [deckId, importId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  const { id: importedBy } = await signUp(app);
  await db.insert(rateDecks).values({
    id: deckId,
    name: `Deck ${deckId}`,
    kind: carrier === null ? 'sell' : 'cost',
    carrier,
    ...{ belowCost, offered },
    service,
    counting,
    longestPrefix: Math.max(0, ...rows.map(({ prefix }) => prefix.length)),
    createdAt: LONG_AGO,
  });
  await db.insert(rateImports).values({
    id: importId,
    deckId,
    fileName: 'test.csv',
    importedBy,
    importedAt: LONG_AGO,
    validFrom: LONG_AGO,
    added: rows.length,
    changed: 0,
    ended: 0,
  });
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await db.insert(rateRows).values(
      rows.slice(start, start + AT_ONCE).map(({ intervals = [60, 60], ...row }) => ({
        deckId,
        importId,
        prefix: row.prefix,
        name: `Destination ${row.prefix}`,
        rate: parseMoney(row.rate),
        fee: parseMoney(row.fee ?? '0'),
        firstInterval: intervals[0],
        nextInterval: intervals[1],
        blocked: row.blocked ?? false,
        network: row.network ?? null,
        validFrom: row.validFrom ?? LONG_AGO,
        validUntil: row.validUntil ?? null,
      })),
    );
  }
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const prefixes = new Set(rows.slice(start, start + AT_ONCE).map(({ prefix }) => prefix));
    await db
      .insert(rateNames)
      .values(
        [...prefixes].map((prefix) => ({
          ...{ deckId, name: `Destination ${prefix}` },
          ...{ firstPrefix: prefix, lastPrefix: prefix },
        })),
      )
      .onConflictDoNothing();
  }
  return deckId;
}

/** Sells by a deck from now on. */
export async function sellBy(
  app: TestApp,
  service: RatedService,
  deckId: string,
  { resellerDeckId = null, resellerPercent = 100 }: { resellerDeckId?: string | null; resellerPercent?: number } = {},
): Promise<void> {
  const use = { deckId, resellerDeckId, resellerPercent, usedSince: app.clock.now() };
  await app.deps.db
    .insert(rateUses)
    .values({ service, ...use })
    .onConflictDoUpdate({ target: rateUses.service, set: use });
}

export const offerDeck = (admin: TestActor, deckId: string, offered: boolean): Promise<Response> =>
  admin.as(`/api/admin/rate-decks/${deckId}/offered`, { method: 'PUT', json: { offered } });
