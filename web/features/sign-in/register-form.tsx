import { register } from '../../../src/callers/contract.ts';
import { countryOfBrowser } from '../../lib/calling-codes.ts';
import { ApiError, bodyOf, call, messageOf } from '../../lib/call.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form-frame.tsx';
import { PasswordStrengthMeter } from '../../ui/password-strength.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { reportFailure, type AuthFormProps } from './auth-form.ts';
import { PasswordField } from './password-field.tsx';
import { PASSWORD_CHARACTERS } from '../../../src/callers/contract.ts';

export function RegisterForm({ email, onEmailChange, onSuccess }: AuthFormProps) {
  const form = useContractForm(bodyOf(register), {
    defaultValues: { email, password: '', fullName: '', company: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      const { user } = await call(register, {
        body: { ...body, language: currentLanguage(), country: countryOfBrowser() },
      });
      await onSuccess(user);
    } catch (error) {
      applyProblem(form, error);
      if (error instanceof ApiError && error.problem?.code === 'email_taken') {
        const message = messageOf(error, t('auth.register.failure'));
        form.setError('email', { type: 'server', message });
      }
      reportFailure('register', error);
    }
  });

  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('auth.fullName')} error={errors.fullName?.message}>
        <Input {...form.register('fullName')} autoComplete="name" data-autofocus />
      </Field>
      <Field label={t('auth.email')} error={errors.email?.message}>
        <Input
          {...form.register('email', { onChange: (event) => onEmailChange(event.target.value) })}
          type="email"
          autoComplete="username"
        />
      </Field>
      <PasswordField
        {...form.register('password')}
        autoComplete="new-password"
        hint={
          form.watch('password') ? (
            <PasswordStrengthMeter password={form.watch('password')} />
          ) : (
            t('auth.passwordHint', { characters: PASSWORD_CHARACTERS.least })
          )
        }
        error={errors.password?.message}
      />
      <Field label={`${t('auth.company')} (${t('auth.optional')})`} error={errors.company?.message}>
        <Input {...form.register('company')} autoComplete="organization" />
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting} className="mt-1">
        {t(isSubmitting ? 'auth.register.busy' : 'auth.register.submit')}
      </Button>
    </Form>
  );
}
