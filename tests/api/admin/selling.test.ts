import { balanceOf, call, codeOf, funded, startTestApp } from '../../kit/index.ts';
import { bought, buyAs, freeNumber, switchAs } from '../numbers/numbers.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { autoRenewNumbers } from '../../../src/services/numbers/renewal/auto-renew.ts';

test('nothing is sold through simulated carriers where the settings do not say so, and the server serves', async () => {
  await using trial = await startTestApp({ background: false });
  const person = await funded(trial, '2000.00');
  const number = await bought(person);
  expect((await switchAs(person, number.id, true)).status).toBe(200);
  const credits = await balanceOf(person);
  const free = await freeNumber(person);

  await using app = await startTestApp({ beside: trial, background: false, env: { SELL_SIMULATED: 'off' } });
  const ask = (path: string, json: object) =>
    call(app, path, { json, headers: { authorization: `Bearer ${person.key}` } });
  const own = `/api/users/${person.id}`;
  const message = { senderId: 'Topline', recipients: ['+447700900123'], message: 'Hello' };
  const refused = [
    await ask(`${own}/sms`, message),
    await ask(`${own}/voice`, { callerId: 'Topline', destination: '+447700900123' }),
    await ask('/api/did-numbers/holds', { number: free, country: 'United Kingdom' }),
    await ask(`${own}/did-numbers`, { number: free, country: 'United Kingdom' }),
    await ask(`${own}/did-numbers/${number.id}/renew`, {}),
    await ask(`${own}/did-numbers/${number.id}/call`, { from: '+447700900124' }),
    await ask(`${own}/voice-packages`, { packageType: 'basic' }),
    await ask(`${own}/verifications`, { to: '+447700900123', channel: 'sms' }),
  ];
  for (const answer of refused) {
    expect(answer.status).toBe(409);
    expect(await codeOf(answer)).toBe('simulated_only');
  }
  expect(await balanceOf(person)).toBe(credits);
  for (const path of ['/healthz', '/readyz']) expect((await app.fetch(path)).status).toBe(200);
  // The same request is good where it is a trial; and so is the renewal.
  expect((await buyAs(person, free)).status).toBe(201);
  const afterwards = await balanceOf(person);
  app.clock.advance(30 * DAY_MS);
  await autoRenewNumbers(app.deps);
  expect(await balanceOf(person)).toBe(afterwards);
  await autoRenewNumbers(trial.deps);
  expect(await balanceOf(person)).not.toBe(afterwards);
});
