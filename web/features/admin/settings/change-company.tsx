import { z } from 'zod';
import { INVOICES_OVER } from '../../../../db/enums.ts';
import { changeSettings, ELECTRONIC_ADDRESS, type Setting } from '../../../../src/admin/settings/contract.ts';
import { readVatNumber, vatExample } from '../../../../src/shared/vat-number.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/reads.ts';
import { closeAndSay } from '../../../ui/close-and-say.ts';
import { CountrySelect } from '../../../ui/country-select.tsx';
import { Field, Input, Options, Select } from '../../../ui/field.tsx';
import { FormDialog, useContractForm, useFormCall } from '../../../ui/form.tsx';
import { nameOf, OVER_TEXTS } from '../../../ui/setting-value.ts';

/** What can be said to be wrong before a password is asked. */
const COMPANY_FORM = z.record(z.string(), z.string().trim()).superRefine((typed, context) => {
  const { company_vat_number: vat, company_electronic_address: address } = typed;
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  if (vat && readVatNumber(vat) === null)
    refuse('company_vat_number', t('sentences.vatForm', { example: vatExample(vat, null) }));
  if (address && !ELECTRONIC_ADDRESS.test(address)) refuse('company_electronic_address', t('faults.notUnderstood'));
});

/** Asks for everything that stands on invoices at once; an emptied field has no value of its own any more. */
export function ChangeCompany({ settings, onClose }: { settings: readonly Setting[]; onClose: () => void }) {
  const form = useContractForm(COMPANY_FORM, {
    defaultValues: Object.fromEntries(settings.map(({ name, value }) => [name, value ?? ''])),
  });
  const save = useFormCall(form, {
    send: (typed) => {
      const all = settings.map(({ name, about, value }) => ({
        name,
        about,
        value: typed[name] || null,
        before: value,
      }));
      return call(changeSettings, { body: { settings: all.filter(({ value, before }) => value !== before) } });
    },
    onSent: closeAndSay(onClose, () => [t('admin.settings.saved'), t('books.settings.group')], queryKeys.settings),
    failed: t('admin.settings.failed'),
  });
  const common = t('admin.setting.company_name.hint');
  return (
    <FormDialog
      {...save}
      wide
      title={t('books.settings.group')}
      description={common}
      onClose={onClose}
      submitLabel={t('admin.kept.save')}
      disabled={!form.formState.isDirty || save.waits}
      aside={form.formState.isDirty ? undefined : t('admin.settings.unchanged')}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {settings.map((setting) => {
          const { name } = setting;
          const control = form.register(name);
          const hint = t(`admin.setting.${name}.hint`);
          return (
            <Field
              key={name}
              label={nameOf(setting)}
              hint={hint !== common && hint}
              error={form.formState.errors[name]?.message}
            >
              {name === 'company_country' ? (
                <CountrySelect {...control} />
              ) : name === 'invoices_over' ? (
                <Select {...control}>
                  <Options of={INVOICES_OVER} name={(over) => t(OVER_TEXTS[over])} />
                </Select>
              ) : (
                <Input {...control} maxLength={200} data-autofocus />
              )}
            </Field>
          );
        })}
      </div>
    </FormDialog>
  );
}
