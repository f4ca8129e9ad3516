import { listRateDecks, type RateDeck, rateDeck } from '../../../src/money/decks/contract.ts';
import type { TestActor } from '../../kit/actors.ts';
import { readAnswer, readAs } from '../../kit/read.ts';

/** A list of prices as an administrator makes it: empty, to sell messages by, unless the fields say otherwise. */
export const newList = (admin: TestActor, fields: object = {}): Promise<RateDeck> => {
  const json = { name: `List ${Bun.randomUUIDv7()}`, kind: 'sell', service: 'sms', ...fields };
  return readAs(admin.as('/api/admin/rate-decks', { json }), rateDeck);
};

/** Gives a list a file with its heading. @param to `imports` reads it, `preview` says what it would change */
export const giveFile = (
  admin: TestActor,
  id: string,
  body: string,
  query: Record<string, string> = {},
  to: 'imports' | 'preview' = 'imports',
) => {
  const fields = new URLSearchParams({ ...(to === 'imports' && { fileName: 'rates.csv' }), ...query });
  const headers = { 'content-type': 'text/csv' };
  return admin.as(`/api/admin/rate-decks/${id}/${to}?${fields.toString()}`, { method: 'POST', body, headers });
};

export async function listOf(admin: TestActor, id: string): Promise<RateDeck> {
  const { decks } = await readAnswer(admin.as('/api/admin/rate-decks'), listRateDecks);
  const found = decks.find((deck) => deck.id === id);
  if (!found) throw new Error('there is no such list');
  return found;
}

/** Takes back the last file of a list. */
export async function takeBack(admin: TestActor, id: string): Promise<Response> {
  const importId = (await listOf(admin, id)).lastImport?.id;
  return admin.as(`/api/admin/rate-decks/${id}/undo`, { json: { importId } });
}
