import { connect } from 'node:tls';
import { checkTarget, type Resolve } from '../../../platform/kit/target.ts';
import type { BrandRow } from '../present-brand.ts';

export type Certificate = Pick<BrandRow, 'certificateUntil' | 'certificateFault'>;

const UNREACHABLE: Certificate = { certificateUntil: null, certificateFault: 'unreachable' };
const PATIENCE_MS = 5000;

/**
 * Asks the server of a host name for its certificate, at a public address only: whoever wrote the name decides where it
 * leads. A proxy that gets certificates on demand gets one by this.
 * @param ca further authorities, in PEM form
 */
export async function askCertificate(
  { hostName, port }: { hostName: string; port: number },
  resolve: Resolve,
  allowLoopback: boolean,
  ca?: string,
): Promise<Certificate> {
  const target = await checkTarget(`https://${hostName}:${port}/`, resolve, allowLoopback).catch(() => null);
  if (!target) return UNREACHABLE;
  const answer = Promise.withResolvers<Certificate>();
  const socket = connect({
    ...{ host: target.address, port, servername: hostName, timeout: PATIENCE_MS, rejectUnauthorized: false },
    ...(ca !== undefined && { ca }),
  });
  socket.once('secureConnect', () => {
    const until = new Date(socket.getPeerCertificate().valid_to);
    answer.resolve({
      certificateUntil: Number.isNaN(until.getTime()) ? null : until,
      certificateFault: socket.authorized ? null : 'invalid',
    });
  });
  const fail = () => answer.resolve(UNREACHABLE);
  socket.once('error', fail).once('timeout', fail).once('close', fail);
  return answer.promise.finally(() => socket.destroy());
}
