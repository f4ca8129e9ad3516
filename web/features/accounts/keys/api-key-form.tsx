import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { createApiKey, scope as anyScope } from '../../../../src/callers/keys/contract.ts';
import { amountInput, network } from '../../../../src/platform/kit/schemas.ts';
import { DAY_MS } from '../../../../src/platform/kit/durations.ts';
import { SCOPES } from '../../../../src/platform/kit/scopes.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Checkbox, Checkboxes } from '../../../ui/checkbox.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { Field, Input, Options, Select } from '../../../ui/field.tsx';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../../ui/form.tsx';

type Extent = 'full' | 'limited';

/** For how many days a key may work; `never`: until it is revoked. */
const TERMS = ['never', '30', '90', '365'] as const;

const keyForm = (extent: Extent) =>
  z.object({
    name: z.string().trim().min(1, t('settings.apiKeys.nameRequired')).max(60),
    scopes: z.array(anyScope).min(extent === 'limited' ? 1 : 0, t('settings.apiKeys.scopesRequired')),
    term: z.enum(TERMS),
    test: z.boolean(),
    /** Empty: none. */
    dailyLimit: z.preprocess((limit) => limit || null, amountInput.nullable()),
    /** Separated by spaces or commas. */
    addresses: z
      .string()
      .refine((text) => listed(text).every((each) => network.safeParse(each).success), { error: networkHint() }),
  });

const networkHint = () => t('settings.apiKeys.addressesNote', { example: '203.0.113.0/24' });
const listed = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** Makes a key with a name and its scopes. */
export function ApiKeyForm({ onCreated, onClose }: { onCreated: (key: string) => void; onClose: () => void }) {
  const { id, role } = useCurrentUser();
  const [extent, setExtent] = useState<Extent>('limited');
  const form = useContractForm(keyForm(extent), {
    defaultValues: { name: '', scopes: [], term: 'never', addresses: '', test: false, dailyLimit: '' },
  });
  const { errors } = form.formState;
  const create = useFormCall(form, {
    send: ({ name, scopes, term, addresses, test, dailyLimit }) =>
      call(createApiKey, {
        params: { id },
        body: {
          ...{ name, test, dailyLimit },
          scopes: extent === 'full' ? null : scopes,
          expiresAt: term === 'never' ? null : inDays(Number(term)),
          addresses: addresses.trim() === '' ? null : listed(addresses),
        },
      }),
    onSent: ({ key }) => onCreated(key),
    failed: t('settings.apiKeys.failed'),
  });
  return (
    <FormDialog
      {...create}
      onClose={onClose}
      title={t('settings.apiKeys.createTitle')}
      submitLabel={t('settings.apiKeys.create')}
    >
      <Field label={t('settings.apiKeys.name')} error={errors.name?.message}>
        <Input {...form.register('name')} maxLength={60} placeholder={t('settings.apiKeys.nameExample')} />
      </Field>
      <ChoiceGroup
        legend={t('settings.apiKeys.extent')}
        name="extent"
        className="grid-cols-2"
        value={extent}
        onChange={setExtent}
        choices={(['limited', 'full'] as const).map((value) => ({ value, label: t(`settings.apiKeys.${value}`) }))}
      />
      {extent === 'limited' && (
        <Checkboxes
          legend={t('settings.apiKeys.scopes')}
          field={form.register('scopes')}
          error={errors.scopes?.message}
          // Only an administrator can make a key with administrators' rights.
          values={SCOPES.filter((scope) => (scope !== 'admin' && scope !== 'money') || role === 'admin')}
        >
          {(scope) => (
            <Explained text={t(`settings.apiKeys.scopeText.${scope}`)}>
              {t(`settings.apiKeys.scope.${scope}`)}
            </Explained>
          )}
        </Checkboxes>
      )}
      <Checkbox {...form.register('test')}>
        <Explained text={t('settings.apiKeys.testText')}>{t('settings.apiKeys.test')}</Explained>
      </Checkbox>
      <Field
        label={t('settings.apiKeys.dailyLimit')}
        hint={t('settings.apiKeys.dailyLimitNote')}
        error={errors.dailyLimit?.message}
      >
        <Input {...form.register('dailyLimit')} inputMode="decimal" />
      </Field>
      <Field label={t('settings.apiKeys.until')}>
        <Select {...form.register('term')}>
          <Options
            of={TERMS}
            name={(term) =>
              term === 'never' ? t('settings.apiKeys.never') : t('settings.apiKeys.days', { count: Number(term) })
            }
          />
        </Select>
      </Field>
      <FormInput form={form} name="addresses" label={t('settings.apiKeys.addresses')} hint={networkHint()} dir="ltr" />
    </FormDialog>
  );
}

const Explained = ({ text, children }: { text: string; children: ReactNode }) => (
  <>
    <span className="font-medium">{children}</span> <span className="text-sm text-muted">{text}</span>
  </>
);
