import { useState, type ComponentProps, type ReactNode } from 'react';
import { Eye, EyeOff } from '../../ui/icons.tsx';
import { t } from '../../lib/i18n.ts';
import { IconButton } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';

interface PasswordFieldProps extends ComponentProps<'input'> {
  label?: string;
  error?: string;
  hint?: ReactNode;
}

/** A password, hidden until one asks to see it. */
export function PasswordField({ label = t('auth.password'), error, hint, ...input }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <Field label={label} error={error} hint={hint}>
      <div className="relative">
        <Input {...input} type={visible ? 'text' : 'password'} className="pe-11" />
        <IconButton
          label={t(visible ? 'auth.hidePassword' : 'auth.showPassword')}
          icon={Icon}
          onClick={() => setVisible(!visible)}
          className="absolute end-0.5 top-0.5"
        />
      </div>
    </Field>
  );
}
