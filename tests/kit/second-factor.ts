import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import type { TestClock } from './clock.ts';
import { readAs } from './read.ts';

const STEP_MS = 30_000;

/** The code that an authenticator app shows at a given time. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** The code of a time step that was not used yet: the clock moves on to it. */
export function nextCode(clock: TestClock, secret: string): string {
  clock.advance(STEP_MS);
  return codeAt(secret, clock.now());
}

export async function enableTotp(
  app: TestApp,
  person: TestActor,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const started = await person.withCookie('/api/auth/second-factor/totp', { json: { password: person.password } });
  if (started.status !== 201) throw new Error(await started.text());
  const { secret } = await readAs(started, z.object({ secret: z.string() }));
  const confirmed = await person.withCookie('/api/auth/second-factor/totp/confirm', {
    json: { code: nextCode(app.clock, secret) },
  });
  if (confirmed.status !== 200) throw new Error(await confirmed.text());
  const { recoveryCodes } = await readAs(confirmed, z.object({ recoveryCodes: z.string().array() }));
  return { secret, recoveryCodes };
}
