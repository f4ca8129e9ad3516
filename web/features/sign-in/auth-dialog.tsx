import { useEffect, useState } from 'react';
import { register, PASSWORD_CHARACTERS } from '../../../src/callers/contract.ts';
import { login, offerPasskeySignIn, signInWithPasskey } from '../../../src/callers/sign-in/contract.ts';
import { getPage } from '../../../src/resale/brands/contract.ts';
import type { AuthMode } from '../../lib/auth-mode.ts';
import { ApiError, bodyOf, call, logFailure, messageOf } from '../../lib/call.ts';
import { t, currentLanguage } from '../../lib/i18n.ts';
import { passkeysSupported, signWithPasskey, wasCancelled } from '../../lib/passkeys.ts';
import { Link } from '../../lib/router.ts';
import { askedInvitation } from '../../state/asked-page.ts';
import { useBrandName, usePages } from '../../state/brand.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { CountrySelect } from '../../ui/country-select.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form, FormInput, applyProblem, useContractForm } from '../../ui/form.tsx';
import { KeyRound } from '../../ui/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Failure } from '../../ui/notice.tsx';
import { toastOnce } from '../../ui/toast.tsx';
import { countryOfBrowser } from '../../lib/calling-codes.ts';
import { PasswordStrengthMeter } from '../../ui/password-strength.tsx';
import { type AcceptedPassword, type AuthFormProps, reportFailure, type SignedInNow } from './auth-form.ts';
import { PasswordField } from './password-field.tsx';

/** Loaded separately, because most people never see it. */
const SecondFactorStep = lazyPart(async () => (await import('./second-factor-step.tsx')).SecondFactorStep);

interface AuthDialogProps {
  mode: AuthMode;
  onModeChange: (mode: AuthMode) => void;
  onClose: () => void;
  /** Called once the user is signed in; the form stays busy until what it gives has settled. */
  onSuccess: () => Promise<void>;
}

/** Signs in or creates an account; what was typed as e-mail address is kept when the form changes. */
export function AuthDialog({ mode, onModeChange, onClose, onSuccess }: AuthDialogProps) {
  const [email, setEmail] = useState('');
  const [accepted, setAccepted] = useState<AcceptedPassword | null>(null);
  const { setUser, welcome } = useSession();
  const brand = useBrandName();

  async function enter({ user, person }: SignedInNow): Promise<void> {
    if (mode === 'login') setUser(user, person);
    else welcome(user);
    await onSuccess();
    toastOnce(t('auth.successTitle'), t(`auth.${mode}.success`));
  }

  if (accepted) {
    return (
      <Dialog onClose={onClose} title={t('auth.secondFactor.title')}>
        <SecondFactorStep {...accepted} onSuccess={enter} onBack={() => setAccepted(null)} />
      </Dialog>
    );
  }
  const Form = mode === 'login' ? LoginForm : RegisterForm;
  return (
    <Dialog onClose={onClose} title={t(`auth.${mode}.title`)} description={t(`auth.${mode}.description`, { brand })}>
      <Form
        {...{ email, onEmailChange: setEmail, onSuccess: enter, onSecondFactor: setAccepted }}
        onSignIn={() => onModeChange('login')}
      />
      <p className="mt-5 text-center">
        <button
          type="button"
          onClick={() => onModeChange(mode === 'login' ? 'register' : 'login')}
          className="rounded-sm py-1 font-medium text-accent hover:underline"
        >
          {t(`auth.${mode}.toggle`)}
        </button>
      </p>
    </Dialog>
  );
}

function LoginForm({ email, onEmailChange, onSuccess, onSecondFactor }: AuthFormProps) {
  const form = useContractForm(bodyOf(login), { defaultValues: { email, password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      await onSuccess(await call(login, { body }));
    } catch (error) {
      if (error instanceof ApiError && error.problem?.code === 'second_factor_required') {
        return onSecondFactor({ ...body, methods: error.problem.methods ?? [] });
      }
      applyProblem(form, error);
      form.setError('root', { message: reportFailure('login', error) });
    }
  });

  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('auth.email')} error={errors.email?.message}>
        <Input
          {...form.register('email', { onChange: (event) => onEmailChange(event.target.value) })}
          type="email"
          autoComplete="username"
          data-autofocus
        />
      </Field>
      <PasswordField {...form.register('password')} autoComplete="current-password" error={errors.password?.message} />
      <Link to="/forgot-password" className="-mt-2 self-end rounded-sm text-sm font-medium text-accent hover:underline">
        {t('auth.forgot')}
      </Link>
      <Failure>{errors.root?.message}</Failure>
      <Button type="submit" size="lg" busy={isSubmitting} className="mt-1">
        {t(isSubmitting ? 'auth.login.busy' : 'auth.login.submit')}
      </Button>
      <PasskeyButton onSuccess={onSuccess} />
    </Form>
  );
}

/** Signs in without a password. It is absent if the browser cannot use passkeys. */
function PasskeyButton({ onSuccess }: { onSuccess: (signedIn: SignedInNow) => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  if (!passkeysSupported()) return null;

  async function signIn(): Promise<void> {
    setBusy(true);
    try {
      const response = await signWithPasskey(await call(offerPasskeySignIn));
      await onSuccess(await call(signInWithPasskey, { body: { response } }));
    } catch (error) {
      if (!wasCancelled(error)) reportFailure('passkey', error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button size="lg" variant="secondary" busy={busy} icon={KeyRound} onClick={() => void signIn()}>
      {t('auth.passkey.use')}
    </Button>
  );
}

function RegisterForm({ email, onEmailChange, onSuccess, onSignIn }: AuthFormProps) {
  const form = useContractForm(bodyOf(register), {
    defaultValues: { email, password: '', fullName: '', company: '', country: countryOfBrowser() ?? '' },
  });
  const { errors, isSubmitting } = form.formState;
  const { accepted, termsVersion } = useTerms();

  const submit = form.handleSubmit(async (body) => {
    try {
      const registered = await call(register, {
        body: { ...body, language: currentLanguage(), termsVersion, invitation: askedInvitation() },
      });
      await onSuccess(registered);
    } catch (error) {
      applyProblem(form, error);
      if (error instanceof ApiError && error.problem?.code === 'email_taken') {
        const message = messageOf(error, t('auth.register.failure'));
        form.setError('email', { type: 'taken', message });
      }
      reportFailure('register', error);
    }
  });

  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <FormInput form={form} name="fullName" label={t('auth.fullName')} autoComplete="name" data-autofocus />
      <Field label={t('auth.email')} error={errors.email?.message}>
        <Input
          {...form.register('email', { onChange: (event) => onEmailChange(event.target.value) })}
          type="email"
          autoComplete="username"
        />
      </Field>
      {errors.email?.type === 'taken' && (
        <p className="-mt-2 flex gap-4 text-sm font-medium text-accent">
          <button type="button" className="hover:underline" onClick={onSignIn}>
            {t('auth.login.submit')}
          </button>
          <Link to="/forgot-password" className="hover:underline">
            {t('auth.forgot')}
          </Link>
        </p>
      )}
      <PasswordField
        {...form.register('password')}
        autoComplete="new-password"
        hint={
          form.watch('password') ? (
            <PasswordStrengthMeter password={form.watch('password')} />
          ) : (
            !errors.password && t('auth.passwordHint', { characters: PASSWORD_CHARACTERS.least })
          )
        }
        error={errors.password?.message}
      />
      <Field label={`${t('auth.company')} (${t('auth.optional')})`} error={errors.company?.message}>
        <Input {...form.register('company')} autoComplete="organization" />
      </Field>
      <Field label={t('landing.prices.country')} hint={t('auth.countryHint')} error={errors.country?.message}>
        <CountrySelect
          {...form.register('country', { setValueAs: (chosen: string) => chosen || undefined })}
          autoComplete="country"
        />
      </Field>
      {accepted.length > 0 && (
        <p className="text-sm text-muted">
          {t('auth.register.accepts')}{' '}
          {accepted.map((name) => (
            <span key={name} className="me-3">
              <ExternalLink href={`/${name}`}>{t(`pages.${name}`)}</ExternalLink>
            </span>
          ))}
        </p>
      )}
      <Button type="submit" size="lg" busy={isSubmitting} className="mt-1">
        {t(isSubmitting ? 'auth.register.busy' : 'auth.register.submit')}
      </Button>
    </Form>
  );
}

/** The operator's pages that whoever registers accepts, and the version of the terms that they were shown. */
function useTerms() {
  const pages = usePages();
  const [termsVersion, setVersion] = useState<string>();
  const hasTerms = pages.includes('terms');
  useEffect(() => {
    if (!hasTerms) return;
    call(getPage, { params: { page: 'terms' }, query: { language: currentLanguage() } })
      .then(({ version }) => setVersion(version))
      .catch(logFailure);
  }, [hasTerms]);
  const accepted = (['terms', 'privacy', 'refunds'] as const).filter((name) => hasTerms && pages.includes(name));
  return { accepted, termsVersion };
}
