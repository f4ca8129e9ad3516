import { Link } from '../../lib/router.ts';
import { login } from '../../../src/callers/sign-in/contract.ts';
import { ApiError, bodyOf, call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form-frame.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { reportFailure, type AuthFormProps } from './auth-form.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordField } from './password-field.tsx';

export function LoginForm({ email, onEmailChange, onSuccess, onSecondFactor }: AuthFormProps) {
  const form = useContractForm(bodyOf(login), { defaultValues: { email, password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      const { user } = await call(login, { body });
      await onSuccess(user);
    } catch (error) {
      if (error instanceof ApiError && error.problem?.code === 'second_factor_required') {
        return onSecondFactor({ ...body, methods: error.problem.methods ?? [] });
      }
      applyProblem(form, error);
      reportFailure('login', error);
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
      <PasswordField
        {...form.register('password')}
        autoComplete="current-password"
        error={errors.password?.message}
      />
      <Link
        to="/forgot-password"
        className="-mt-2 self-end rounded-sm text-sm font-medium text-accent hover:underline"
      >
        {t('auth.forgot')}
      </Link>
      <Button type="submit" size="lg" busy={isSubmitting} className="mt-1">
        {t(isSubmitting ? 'auth.login.busy' : 'auth.login.submit')}
      </Button>
      <PasskeyButton onSuccess={onSuccess} />
    </Form>
  );
}
