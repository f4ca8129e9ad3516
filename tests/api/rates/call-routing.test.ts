import { routeOutcomes } from '../../../db/schema/index.ts';
import { expectProblem, type DeckRow, expectSoundBooks, funded, makeAdmin, makeDeck } from '../../kit/index.ts';
import { order, orderCall, passToEnd, readCall, startVoiceApp } from '../voice/calls.ts';

/* The flat price of a minute is £0.10. */

test('calls go to the carriers whose price ours covers, and are refused where none is left', async () => {
  await using app = await startVoiceApp();
  const admin = await makeAdmin(app);
  const costs = (carrier: string, rows: readonly DeckRow[]) => makeDeck(app, 'voice', rows, { carrier });
  await costs('sandbox', [
    { prefix: '44', rate: '0.0600' },
    { prefix: '33', rate: '0.0900', fee: '0.0200' },
    { prefix: '49', rate: '0.1001' },
    { prefix: '351', rate: '0.0500' },
    { prefix: '353', rate: '0.0500' },
    { prefix: '352', rate: '0.0300', fee: '0.0800' },
    { prefix: '1', rate: '0.0100', blocked: true },
  ]);
  await costs('sandbox-backup', [
    { prefix: '44', rate: '0.0500', intervals: [1, 1] },
    { prefix: '34', rate: '0.0900', fee: '0.0100' },
    { prefix: '351', rate: '0.0900' },
    { prefix: '352', rate: '0.0600' },
  ]);
  const person = await funded(app, '5.00');
  const chosen = async (destination: string) => {
    const { id } = await order(person, { destination });
    await passToEnd(app);
    const { provider } = await readCall(person, id);
    const [row] = await app.deps.sql<{ route_by: string; route_rate: string }[]>`
      select route_by, route_rate from voice_calls where id = ${id}`;
    return [provider, row?.route_by, row?.route_rate];
  };
  expect(await chosen('+447911123401')).toEqual(['sandbox', 'fixed', '0.0600']);
  const by = await admin.as('/api/admin/route-orders/voice', { method: 'PUT', json: { by: 'cheapest' } });
  expect(by.status).toBe(200);
  expect(await chosen('+447911123402')).toEqual(['sandbox-backup', 'cheapest', '0.0500']);
  // A first minute of £0.10 with its fee is just covered, one of £0.11 is not.
  expect(await chosen('+34612345678')).toEqual(['sandbox-backup', 'cheapest', '0.0900']);
  for (const destination of ['+33612345678', '+4915112345678', '+12025550123']) {
    await expectProblem(await orderCall(person, { destination }), 'destination_not_sold');
    const quote = await person.as(`/api/users/${person.id}/voice/quote?destination=${encodeURIComponent(destination)}`);
    await expectProblem(quote, 'destination_not_sold');
  }
  // One carrier carries both halves, each covered by its own price; the cheaper sum goes first.
  const forwarded = (number: string) => ({
    destination: '+447911123403',
    pbxFeatures: { callForwarding: true, forwardingNumber: number },
  });
  const twice = await order(person, forwarded('+447911123499'));
  await passToEnd(app);
  expect((await readCall(person, twice.id)).provider).toBe('sandbox-backup');
  const spanish = await order(person, forwarded('+34612345678'));
  await passToEnd(app);
  expect((await readCall(person, spanish.id)).provider).toBe('sandbox-backup');
  // The other one asks less for a minute of both, and by its fee more than we earn from the second half.
  const ownPrice = await order(person, forwarded('+352621123456'));
  await passToEnd(app);
  expect((await readCall(person, ownPrice.id)).provider).toBe('sandbox-backup');
  // The other one asks less for the first half, and more for both, or carries the second half not at all.
  for (const number of ['+351912345678', '+353871234567']) {
    const other = await order(person, forwarded(number));
    await passToEnd(app);
    expect((await readCall(person, other.id)).provider).toBe('sandbox');
  }
  for (const number of ['+33612345678', '+12025550123']) {
    await expectProblem(await orderCall(person, forwarded(number)), 'destination_not_sold');
  }
  const kept = await app.deps.db.select().from(routeOutcomes);
  expect(kept.map(({ carrier, prefix, outcomes }) => [carrier, prefix, outcomes]).toSorted()).toEqual([
    ['sandbox', '351', '1'],
    ['sandbox', '353', '1'],
    ['sandbox', '44', '111'],
    // With the legs, by their own destinations.
    ['sandbox-backup', '34', '11'],
    ['sandbox-backup', '352', '1'],
    ['sandbox-backup', '44', '11111'],
  ]);
  await expectSoundBooks(app);
});
