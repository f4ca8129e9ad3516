import {
  confirmationLimit,
  countAttempt,
  exportLimit,
  type Limit,
  loginLimits,
  lowBalanceLevelLimit,
  passkeyLimit,
  passwordLimit,
  passwordResetLimits,
  registerLimit,
  secondFactorLimit,
} from '../../../src/callers/throttle.ts';
import { Problem } from '../../../src/platform/kit/errors.ts';
import { appForFile } from '../../kit/file-app.ts';

const app = await appForFile({ background: false, env: { RATE_LIMITS: 'on' } });
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const HERE = '198.51.100.7';
const WHO = 'ada@example.com';
const named = (limits: Limit[], part: string) => limits.filter(({ key }) => key.includes(part));

/** How many attempts each limit allows, and for how long, counted from the first one. */
const LIMITS: [string, Limit[], number, number][] = [
  ['passwords from an address', named(loginLimits(HERE, WHO, null), ':address:'), 50, 15 * MINUTE],
  ['passwords for an account', named(loginLimits(HERE, WHO, null), ':pair:'), 10, 15 * MINUTE],
  ['passwords at a known device', loginLimits(HERE, WHO, 'device'), 10, 15 * MINUTE],
  ['new accounts', [registerLimit(HERE)], 20, 60 * MINUTE],
  ['mail to confirm an address', [confirmationLimit('ada')], 5, 60 * MINUTE],
  ['resets from an address', named(passwordResetLimits(HERE, WHO, null), ':address:'), 20, 60 * MINUTE],
  ['resets for an account', named(passwordResetLimits(HERE, WHO, null), ':pair:'), 5, 60 * MINUTE],
  ['resets at a known device', passwordResetLimits(HERE, WHO, 'device'), 5, 60 * MINUTE],
  ['files of an account', [exportLimit('ada')], 5, DAY],
  ['levels of a low balance', [lowBalanceLevelLimit('ada')], 20, 60 * MINUTE],
  ['passwords to go on', [passwordLimit('ada')], 10, 15 * MINUTE],
  ['codes', [secondFactorLimit('ada')], 10, 15 * MINUTE],
  ['codes at a known device', [secondFactorLimit('ada', 'device')], 10, 15 * MINUTE],
  ['challenges of passkeys', [passkeyLimit(HERE)], 100, 15 * MINUTE],
];

test.each(LIMITS)('%s: so many pass, in so long a time', async (_, limits, attempts, windowMs) => {
  expect(limits).toHaveLength(1);
  for (const limit of limits) {
    for (let tried = 0; tried < attempts; tried++) expect(await waitFor(limit)).toBeNull();
    expect(await waitFor(limit)).toBe(windowMs / 1000);
    app.clock.advance(windowMs - 1);
    expect(await waitFor(limit)).toBe(1);
    app.clock.advance(1);
    expect(await waitFor(limit)).toBeNull();
  }
});

/**
 * Makes one attempt.
 * @returns the seconds to wait, or null if it is allowed
 */
async function waitFor(limit: Limit): Promise<number | null> {
  try {
    await countAttempt(app.deps, limit);
    return null;
  } catch (error) {
    if (!(error instanceof Problem) || error.reason !== 'rate_limited') throw error;
    return Number(new Headers(error.headers).get('retry-after'));
  }
}
