import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { HOSTS_IN_WORDS, type Trunk, updateTrunk } from '../../../src/services/trunks/contract.ts';
import { bodyOf, call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useContractForm } from '../../ui/form.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

/** Where a package's calls in go, and how its owner changes that. */
export function TrunkCallsIn({ row }: { row: Trunk }) {
  const [open, setOpen] = useState(false);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {row.callsInTo.length === 0
        ? t('packages.callsIn.registered')
        : t('packages.callsIn.to', { addresses: row.callsInTo.join(', ') })}
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {t('packages.callsIn.change')}
      </Button>
      {open && <CallsInDialog row={row} onClose={() => setOpen(false)} />}
    </p>
  );
}

function CallsInDialog({ row, onClose }: { row: Trunk; onClose: () => void }) {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  const form = useContractForm(bodyOf(updateTrunk), { defaultValues: { callsInTo: row.callsInTo } });
  const save = useFormCall(form, {
    send: (body) => call(updateTrunk, { params: { id, packageId: row.id }, body }),
    onSent: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.trunks(id) });
      onClose();
    },
    failed: t('packages.callsIn.failed'),
  });
  const { errors, isSubmitted } = form.formState;
  const wrong = [errors.callsInTo ?? []].flat().find((each) => each?.message);
  const say = (text: string) =>
    form.setValue('callsInTo', text.split(/[\s,;]+/).filter(Boolean), { shouldValidate: isSubmitted });
  return (
    <FormDialog
      {...save}
      onClose={onClose}
      title={t('packages.callsIn.title')}
      description={t('packages.callsIn.text')}
      submitLabel={t('packages.calls.save')}
    >
      <Field
        label={t('packages.callsIn.title')}
        hint={t('packages.callsIn.hint', HOSTS_IN_WORDS)}
        error={wrong?.message}
      >
        <Input
          data-autofocus
          autoComplete="off"
          dir="ltr"
          spellCheck={false}
          defaultValue={row.callsInTo.join(', ')}
          onChange={({ target }) => say(target.value)}
        />
      </Field>
    </FormDialog>
  );
}
