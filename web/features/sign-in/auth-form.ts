import type { SignedIn } from '../../../src/callers/contract.ts';
import type { SecondFactorMethod } from '../../../src/platform/kit/errors.ts';
import { ApiError, failureText, messageOf } from '../../lib/call.ts';
import type { AuthMode } from '../../lib/auth-mode.ts';
import { t } from '../../lib/i18n.ts';
import { suspendedText } from '../../lib/suspended-text.ts';
import { toastFailure } from '../../ui/toast.tsx';

/** A password that was right, of an account that has a second factor. */
export interface AcceptedPassword {
  email: string;
  password: string;
  methods: readonly SecondFactorMethod[];
}

/** An answer to a sign-in, or to a registration, which begins in the own account. */
export type SignedInNow = Pick<SignedIn, 'user'> & Partial<SignedIn>;

/** The properties of both forms of the dialog. */
export interface AuthFormProps {
  /** The e-mail address to begin with. */
  email: string;
  onEmailChange: (email: string) => void;
  onSignIn: () => void;
  onSuccess: (signedIn: SignedInNow) => Promise<void>;
  onSecondFactor: (accepted: AcceptedPassword) => void;
}

/** Says that signing in or registering failed. @returns why, for the form */
export function reportFailure(mode: AuthMode | 'passkey', error: unknown): string {
  const reason = reasonOf(mode, error);
  toastFailure(t('auth.failureTitle'), reason);
  return reason;
}

/** Gives the words for a refusal that help more than the general sentence. */
function reasonOf(mode: AuthMode | 'passkey', error: unknown): string {
  const general = t(`auth.${mode}.failure`);
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  if (code === 'account_suspended') return suspendedText();
  if (code === 'rate_limited') return messageOf(error, general);
  if (!(error instanceof ApiError) || error.status < 500) return general;
  // To say that the password is wrong would be wrong here.
  return failureText(error, mode === 'register' ? general : '');
}
