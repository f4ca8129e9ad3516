import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new certificate for a host name, which no authority has signed, and its key, both in PEM form. */
export async function selfSigned(host: string): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-tls-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    await Bun.$`openssl req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${cert} -days 1 -subj ${`/CN=${host}`}`.quiet();
    return { key: await Bun.file(key).text(), cert: await Bun.file(cert).text() };
  } finally {
    await rm(folder, { recursive: true });
  }
}
