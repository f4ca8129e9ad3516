import { createHmac } from 'node:crypto';

/** The header that carries the signature. */
export const SIGNATURE_HEADER = 'Webhook-Signature';

/**
 * `t=<seconds>,v1=<hex>` with one `v1` per secret: HMAC-SHA256 over `<seconds>.<body>`. The time is part of what is
 * signed, so that a receiver can refuse a request that was recorded and sent again later.
 */
export function sign(body: string, secrets: readonly string[], at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  );
  return [`t=${seconds}`, ...signatures].join(',');
}
