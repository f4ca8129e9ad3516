import { appForFile, makeAdmin, signUp } from '../../kit/index.ts';
import { requestLink, SAMPLES, uploadReceipt } from './uploads.ts';

const app = await appForFile();
const owner = await signUp(app);

describe('GET /api/objects/{id}', () => {
  test('serves its owner and administrators, by cookie and by key', async () => {
    const path = await uploadReceipt(owner);
    const admin = await makeAdmin(app);
    for (const read of [owner.as, owner.withCookie, admin.as, admin.withCookie]) {
      const response = await read(path);
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(SAMPLES['image/png']);
    }
  });

  test('knows no file that was not uploaded', async () => {
    const link = await requestLink(owner);
    expect((await owner.as(link.objectPath)).status).toBe(404);
    expect((await owner.as(`/api/objects/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await owner.as('/api/objects/..%2fsession-secret')).status).toBe(422);
  });

  test('lets a browser show images and PDFs, and only save the rest; none may load anything', async () => {
    for (const [type, bytes] of Object.entries(SAMPLES)) {
      const response = await owner.as(await uploadReceipt(owner, bytes));
      const shown = type.startsWith('image/') || type === 'application/pdf';
      expect(response.headers.get('content-disposition')).toStartWith(shown ? 'inline;' : 'attachment;');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const policy = type === 'application/pdf' ? "default-src 'none'" : "default-src 'none'; sandbox";
      expect(response.headers.get('content-security-policy')).toBe(policy);
    }
  });

  test('is kept by the browser alone, and asked about each time', async () => {
    const path = await uploadReceipt(owner);
    const first = await owner.as(path);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const etag = first.headers.get('etag') ?? '';
    const again = await owner.as(path, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    const stranger = await signUp(app);
    expect((await stranger.as(path, { headers: { 'if-none-match': etag } })).status).toBe(403);
  });
});
