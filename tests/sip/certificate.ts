import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'topline-certificates-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The files of a certificate that vouches for itself. */
export interface Certificate {
  certificate: string;
  key: string;
}

/** @param names whom it names, like `DNS:sip.example.com` or `IP:127.0.0.1` */
export function makeCertificate(names: string): Certificate {
  const base = join(folder, Bun.hash(names).toString(36));
  const [certificate, key] = [`${base}.pem`, `${base}.key`];
  const made = Bun.spawnSync(
    // prettier-ignore
    ['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
      '-subj', '/CN=topline test', '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', certificate],
  );
  if (made.exitCode !== 0) throw new Error(made.stderr.toString());
  return { certificate, key };
}
