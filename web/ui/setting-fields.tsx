import type { ReactNode } from 'react';
import { Field, Input, Textarea } from './field.tsx';

interface SettingFieldsProps<Name extends string> {
  names: readonly Name[];
  values: Readonly<Partial<Record<Name, string>>>;
  onChange: (name: Name, value: string) => void;
  hintOf: (name: Name) => ReactNode;
  /** The settings that cannot be changed here. */
  fixed?: (name: Name) => boolean;
}

const isSecret = (name: string): boolean => /PASSWORD|SECRET|TOKEN|API_KEY$/.test(name);

/** Asks for settings by the names that they have in the environment. */
export const SettingFields = <Name extends string>({
  names,
  values,
  onChange,
  hintOf,
  fixed,
}: SettingFieldsProps<Name>) =>
  names.map((name) => {
    const control = {
      value: values[name] ?? '',
      spellCheck: false,
      dir: 'ltr',
      disabled: fixed?.(name) ?? false,
      onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
    };
    return (
      <Field key={name} label={<code className="break-all">{name}</code>} hint={hintOf(name)}>
        {name.endsWith('PRIVATE_KEY') ? (
          <Textarea {...control} rows={3} />
        ) : (
          <Input
            {...control}
            type={isSecret(name) ? 'password' : 'text'}
            autoComplete={isSecret(name) ? 'new-password' : 'off'}
          />
        )}
      </Field>
    );
  });
