import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod';
import { t } from '../lib/i18n.ts';
import { Field, Input } from './field.tsx';

/** The fields with which a person proves who they are. The code is empty if none is asked for. */
export const identityShape = (withCode: boolean) => ({
  password: z.string().min(1, t('settings.identity.passwordRequired')),
  code: z
    .string()
    .trim()
    .min(withCode ? 6 : 0, t('auth.secondFactor.codeRequired')),
});

interface IdentityFieldsProps {
  password: UseFormRegisterReturn;
  /** A code from the authenticator app, or a recovery code; left out where none is asked for. */
  code: UseFormRegisterReturn | false;
  errors: FieldErrors<{ password: string; code: string }>;
}

/** Asks for the password, and for a code where one is needed. */
export function IdentityFields({ password, code, errors }: IdentityFieldsProps) {
  return (
    <>
      <Field label={t('settings.identity.password')} error={errors.password?.message}>
        <Input {...password} type="password" autoComplete="current-password" />
      </Field>
      {code && (
        <Field label={t('auth.secondFactor.code')} hint={t('settings.identity.codeHint')} error={errors.code?.message}>
          <Input {...code} autoComplete="one-time-code" className="font-mono" />
        </Field>
      )}
    </>
  );
}
