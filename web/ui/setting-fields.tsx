import type { ReactNode } from 'react';
import type { KeptChange } from '../../src/admin/settings/contract.ts';
import { ApiError, messageOf } from '../lib/call.ts';
import { isTextKey, t } from '../lib/i18n.ts';
import { Fact } from './values.tsx';
import { Field, Input, Textarea } from './field.tsx';

interface SettingFieldsProps<Name extends string> {
  names: readonly Name[];
  values: Readonly<Partial<Record<Name, string>>>;
  onChange: (name: Name, value: string) => void;
  hintOf: (name: Name) => ReactNode;
  /** The settings that cannot be changed here. */
  fixed?: (name: Name) => boolean;
  /** Why they were not saved. */
  error: Error | null;
}

const isSecret = (name: string): boolean => /PASSWORD|SECRET|TOKEN|API_KEY$/.test(name);

const said = (key: string): string | undefined => (isTextKey(key) ? t(key) : undefined);

/** What a setting is called; the name in the environment where it has no other. */
export const settingName = (name: string): string => said(`admin.kept.of.${name}.name`) ?? name;

/** What became of settings, and their values where these hold no password. @param about their names */
export const keptText = (about: string, { became, shown }: KeptChange): string =>
  about
    .split(', ')
    .map((name) => [settingName(name), t(`admin.kept.became.${became[name] ?? 'changed'}`), shown[name]])
    .map(([name, what, value]) => `${name}: ${what}${value ? ` (${value})` : ''}`)
    .join(' · ');

/** What is wrong with a setting, by the server's word; other settings in it have the names of their fields. */
function wrongIn(error: Error | null, name: string): string | undefined {
  const errors = error instanceof ApiError ? error.problem?.errors : [];
  const message = errors?.find(({ path }) => path === `settings.${name}`)?.message;
  const [, beside] = /must be set beside (\w+)$/.exec(message ?? '') ?? [];
  if (beside) return t('admin.kept.beside', { name: settingName(beside) });
  return message?.replace(/\b[A-Z]+_[A-Z_]+\b/g, (variable) => settingName(variable));
}

/** The refusal of settings, unless it stands at one of them. */
export const otherFailure = (error: Error | null, names: readonly string[], fallback: string): string | null =>
  error && !names.some((name) => wrongIn(error, name)) ? messageOf(error, fallback) : null;

/** Asks for settings, each with what it is for and what it looks like. */
export const SettingFields = <Name extends string>({
  names,
  values,
  onChange,
  hintOf,
  fixed,
  error,
}: SettingFieldsProps<Name>) => (
  <>
    {names.map((name) => {
      const control = {
        value: values[name] ?? '',
        placeholder: said(`admin.kept.of.${name}.example`),
        spellCheck: false,
        dir: 'ltr',
        disabled: fixed?.(name) ?? false,
        onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
      };
      const hint = (
        <>
          {said(`admin.kept.of.${name}.hint`)} {hintOf(name)}
        </>
      );
      return (
        <Field key={name} label={settingName(name)} hint={hint} error={wrongIn(error, name)}>
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
    })}
    <HowToSet names={names} className="sm:col-span-2" />
  </>
);

interface HowToSetProps {
  names: readonly string[];
  className?: string;
  /** What is said of each besides. */
  say?: (name: string) => ReactNode;
}

/** The names that settings have in the environment of the server, closed. */
export const HowToSet = ({ names, className = '', say }: HowToSetProps) => (
  <details className={`text-sm ${className}`}>
    <summary className="cursor-pointer text-accent">{t('admin.settings.how')}</summary>
    <dl className="mt-1 flex flex-col gap-1">
      {names.map((name) => (
        <Fact key={name} label={said(`admin.kept.of.${name}.name`)}>
          <code dir="ltr" className="break-all">
            {name}
          </code>{' '}
          {say?.(name)}
        </Fact>
      ))}
    </dl>
  </details>
);
