import { type SubmitEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type CarrierAccount, listCarrierAccounts } from '../../../src/carriers/accounts/contract.ts';
import { carrierName } from '../../../src/shared/carrier-names.ts';
import { t } from '../../lib/i18n.ts';
import { keyOf, queryKeys, reread } from '../../lib/reads.ts';
import { Field, Input, Options, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { otherFailure, SettingFields } from '../../ui/setting-fields.tsx';

interface CarrierAccountDialogProps {
  title: string;
  kinds: readonly { kind: string; settings: readonly string[] }[];
  /** The account that is changed, and which of its settings have a value; absent for a new one. */
  changed?: { name: string; set: readonly string[] };
  /** @param typed with the settings that have a value */
  send: (typed: { kind: string; name: string; settings: Record<string, string> }) => Promise<CarrierAccount>;
  onClose: () => void;
}

/** Asks for the settings of a carrier's account. */
export function CarrierAccountDialog({ title, kinds, changed, send, onClose }: CarrierAccountDialogProps) {
  const [kind, setKind] = useState(kinds[0]?.kind ?? '');
  const [name, setName] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const names = kinds.find((each) => each.kind === kind)?.settings ?? [];
  const typed = Object.entries(values).filter(([setting, value]) => names.includes(setting) && value !== '');
  const save = useMutation({
    mutationFn: () => send({ kind, name, settings: Object.fromEntries(typed) }),
    onSuccess: (saved) => {
      onClose();
      tellOf(saved);
    },
  });
  return (
    <FormDialog
      wide
      title={title}
      description={changed && t('apiDocs.accounts.keep')}
      onClose={onClose}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        save.mutate();
      }}
      submitLabel={t('apiDocs.accounts.save')}
      busy={save.isPending}
      failure={otherFailure(save.error, names, t('apiDocs.accounts.failed'))}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {!changed && (
          <>
            <Field label={t('apiDocs.accounts.kind')}>
              <Select value={kind} onChange={({ target }) => setKind(target.value)}>
                <Options of={kinds.map((each) => each.kind)} name={carrierName} />
              </Select>
            </Field>
            <Field label={t('apiDocs.accounts.name')} hint={t('apiDocs.accounts.nameHint', { example: 'lagos' })}>
              <Input
                value={name}
                required
                pattern="[a-z0-9]([a-z0-9\-]{0,18}[a-z0-9])?"
                onChange={({ target }) => setName(target.value)}
              />
            </Field>
          </>
        )}
        <SettingFields
          names={names}
          error={save.error}
          values={values}
          onChange={(setting, value) => setValues((before) => ({ ...before, [setting]: value }))}
          hintOf={(setting) => changed?.set.includes(setting) && t('apiDocs.accounts.isSet')}
        />
      </div>
    </FormDialog>
  );
}

/** Reads the accounts again, and says that one was saved, or deleted. */
export function tellOf({ name }: Pick<CarrierAccount, 'name'>, title = t('apiDocs.accounts.saved', { name })): void {
  void reread(keyOf(listCarrierAccounts), queryKeys.carriers);
  toast(title, t('apiDocs.accounts.savedText'));
}
