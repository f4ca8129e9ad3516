import { z } from 'zod';
import { removeOld } from '../../../src/platform/retention.ts';
import { appForFile, readAs, signUp } from '../../kit/index.ts';
import { requestLink, send, SAMPLES, uploadReceipt } from './uploads.ts';

const app = await appForFile({ env: { PUBLIC_URL: 'https://topline.example' } });
const person = await signUp(app);

const linkFrom = async (headers: Record<string, string>) => {
  const response = await person.as('/api/objects/upload', { method: 'PUT', headers });
  return new URL((await readAs(response, z.object({ uploadURL: z.string() }))).uploadURL).origin;
};

test('answers with a link and the path to give as receiptImageUrl, with or without a body', async () => {
  for (const json of [undefined, {}, { contentType: 'image/png', size: 1000 }]) {
    const { uploadURL, objectPath } = await readAs(
      person.as('/api/objects/upload', { method: 'PUT', json }),
      z.record(z.string(), z.string()),
    );
    expect(objectPath).toMatch(/^\/api\/objects\/[0-9a-f-]{36}$/);
    expect(new URL(uploadURL ?? '').pathname).toBe(objectPath ?? '');
  }
});

test('the link leads where the caller reached us', async () => {
  const host = new URL(app.url).host;
  expect(await linkFrom({})).toBe(app.url);
  expect(await linkFrom({ host: 'topline.example' })).toBe('https://topline.example');
  expect(await linkFrom({ origin: `https://${host}` })).toBe(`https://${host}`);
});

test('a size beyond 5 MB is refused before a byte is sent', async () => {
  const response = await person.as('/api/objects/upload', { method: 'PUT', json: { size: 5_242_881 } });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ errors: [{ path: 'size', message: 'File must be smaller than 5MB' }] });
});

test('links that expired unused are forgotten, files are not', async () => {
  const kept = await uploadReceipt(person);
  const unused = await requestLink(person);
  app.clock.advance(21 * 60_000);
  await removeOld(app.deps, 'objects');
  app.clock.putBack();
  expect((await person.as(kept)).status).toBe(200);
  expect((await send(unused, SAMPLES['image/png'])).status).toBe(404);
});
