import { and, eq, sql as template } from 'drizzle-orm';
import { passkeys, users } from '../../../db/schema/index.ts';
import type { Origin } from '../sessions/sessions.ts';
import { isKnownDevice } from '../sessions/known-devices.ts';
import { countAttempt, forgetAttempt, loginLimits, secondFactorLimit } from '../throttle.ts';
import type { Deps } from '../deps.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { ofAccount, Problem, type SecondFactorMethod } from '../../platform/kit/errors.ts';
import type * as contract from './contract.ts';
import { enter, noteFailure, type Entered } from './enter.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import { countRecoveryCodes, hasTotp } from './second-factor/second-factor.ts';
import { spendCode } from './second-factor/spend-code.ts';
import { spendPasskey, verifyAssertion } from './passkeys/verify-assertion.ts';
import { fault } from '../../platform/kit/faults.ts';

type Input = BodyOf<typeof contract.login>;

/**
 * Signs in. The answers to an unknown address and to a wrong password have the same text and take the same
 * time. Only after the right password does an answer say that the account has a second factor.
 * @param party null if no passkey can be used
 * @throws rate_limited, invalid_credentials, account_suspended, second_factor_required, invalid_code
 */
export async function login(
  deps: Deps,
  { input, party, origin }: { input: Input; party: RelyingParty | null; origin: Origin },
): Promise<Entered> {
  const [account] = await deps.db
    .select({ id: users.id, password: users.password, hasSecondFactor: users.hasSecondFactor })
    .from(users)
    .where(eq(template`lower(${users.email})`, template`lower(${input.email})`));
  try {
    return await signIn(deps, account, { input, party, origin });
  } catch (error) {
    throw account ? ofAccount(error, account.id) : error;
  }
}

/** The part of an account that decides who may sign in. */
type Account = Pick<typeof users.$inferSelect, 'id' | 'password' | 'hasSecondFactor'>;

async function signIn(
  deps: Deps,
  account: Account | undefined,
  { input, party, origin }: { input: Input; party: RelyingParty | null; origin: Origin },
): Promise<Entered> {
  const { address, device } = origin;
  const isKnown = account && device !== null && (await isKnownDevice(deps.db, account.id, device));
  const known = isKnown ? device : null;
  const limits = loginLimits(address, input.email, known);
  for (const limit of limits) await countAttempt(deps, limit);
  const matches = await deps.passwords.verify(input.password, account?.password);
  if (!account || !matches) {
    await noteFailure(deps, { email: input.email, userId: account?.id, origin });
    throw invalidCredentials();
  }
  for (const limit of limits) await forgetAttempt(deps, limit);
  const factor = await secondFactor(deps, account, { ...input, party, device: known });
  try {
    const entered = await enter(deps, account.id, origin, async (tx, current) => {
      if (current.passwordHash !== account.password) throw invalidCredentials();
      return current.hasSecondFactor ? factor.prove(tx) : 'password';
    });
    await factor.succeeded();
    return entered;
  } catch (error) {
    if (error instanceof Problem && error.reason === 'invalid_code') {
      await noteFailure(deps, { email: input.email, userId: account.id, origin });
    }
    throw error;
  }
}

/** Checks what the caller shows besides the password. Each attempt is counted before it is made. */
async function secondFactor(
  deps: Deps,
  { id, hasSecondFactor }: { id: string; hasSecondFactor: boolean },
  {
    code,
    passkey,
    party,
    device,
  }: Pick<Input, 'code' | 'passkey'> & {
    party: RelyingParty | null;
    /** The device, if the account knows it, or null. */
    device: string | null;
  },
) {
  const limit = secondFactorLimit(id, device);
  const tries = hasSecondFactor && (code !== undefined || passkey !== undefined);
  if (tries) await countAttempt(deps, limit);
  const verified = tries && passkey && party ? await verifyAssertion(deps, party, passkey) : null;
  return {
    prove: async (tx: Transaction): Promise<SecondFactorMethod> => {
      if (!tries) throw await secondFactorRequired(tx, id, party);
      if (verified?.userId === id && (await spendPasskey(tx, verified))) return 'passkey';
      const used = code === undefined ? null : await spendCode({ tx, config: deps.config }, { userId: id, code });
      if (!used) throw new Problem('invalid_code', fault('codeWrong'));
      return used;
    },
    succeeded: async () => {
      if (tries) await forgetAttempt(deps, limit);
    },
  };
}

async function secondFactorRequired(tx: Transaction, userId: string, party: RelyingParty | null): Promise<Problem> {
  const methods: SecondFactorMethod[] = [];
  if (await hasTotp(tx.db, userId)) methods.push('totp');
  if (party) {
    const [own] = await tx.db
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.userId, userId), eq(passkeys.hostName, party.hostName)))
      .limit(1);
    if (own) methods.push('passkey');
  }
  if ((await countRecoveryCodes(tx.db, userId)) > 0) methods.push('recovery_code');
  return new Problem('second_factor_required', 'Please confirm that it is you', { methods });
}

const invalidCredentials = () => new Problem('invalid_credentials', fault('credentials'));
