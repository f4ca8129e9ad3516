import type { User } from '../../../src/callers/contract.ts';
import type { SecondFactorMethod } from '../../../src/platform/kit/errors.ts';
import { ApiError, messageOf } from '../../lib/call.ts';
import type { AuthMode } from '../../lib/auth-mode.ts';
import { t } from '../../lib/i18n.ts';
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

/** Refusals whose own words help more than the general sentence. */
const TELLING = new Set(['account_suspended', 'rate_limited']);

/** Says that signing in or registering failed. */
export function reportFailure(mode: AuthMode | 'passkey', error: unknown): void {
  const general = t(`auth.${mode}.failure`);
  const telling = error instanceof ApiError && TELLING.has(error.problem?.code ?? '');
  toast({
    title: t('auth.failureTitle'),
    description: telling ? messageOf(error, general) : general,
    variant: 'destructive',
  });
}
