import type { User } from '../../../src/callers/contract.ts';
import type { SecondFactorMethod } from '../../../src/platform/kit/errors.ts';
import { ApiError, messageOf } from '../../lib/call.ts';
import type { AuthMode } from '../../lib/auth-mode.ts';
import { t } from '../../lib/i18n.ts';
import { suspendedText } from '../../lib/suspended-text.ts';
import { toast } from '../../ui/toast.tsx';

/** A password that was right, of an account that has a second factor. */
export interface AcceptedPassword {
  email: string;
  password: string;
  methods: readonly SecondFactorMethod[];
}

/** What both forms of the dialog are given. */
export interface AuthFormProps {
  /** The e-mail address to begin with. */
  email: string;
  onEmailChange: (email: string) => void;
  onSuccess: (user: User) => Promise<void>;
  onSecondFactor: (accepted: AcceptedPassword) => void;
}

/** Says that signing in or registering failed. */
export function reportFailure(mode: AuthMode | 'passkey', error: unknown): void {
  toast({
    title: t('auth.failureTitle'),
    description: reasonOf(error, t(`auth.${mode}.failure`)),
    variant: 'destructive',
  });
}

/** Of a refusal the words that help more than the general sentence. */
function reasonOf(error: unknown, general: string): string {
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  if (code === 'account_suspended') return suspendedText();
  return code === 'rate_limited' ? messageOf(error, general) : general;
}
