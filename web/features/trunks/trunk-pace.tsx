import { useState } from 'react';
import { type Trunk, updateTrunk } from '../../../src/services/trunks/contract.ts';
import { bodyOf, call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { formatNumber } from '../../lib/locale.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { reread } from '../../lib/invalidate.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useContractForm } from '../../ui/form.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

/** The answer to a call too many. */
const REFUSAL = '503';

/** How many calls a package begins in a second, and how its owner lowers that. */
export function TrunkPace({ row }: { row: Trunk }) {
  const [open, setOpen] = useState(false);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {t('packages.calls.pace', { count: formatNumber(row.callsASecond) })}
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {t('packages.calls.change')}
      </Button>
      {open && <PaceDialog row={row} onClose={() => setOpen(false)} />}
    </p>
  );
}

function PaceDialog({ row, onClose }: { row: Trunk; onClose: () => void }) {
  const { id } = useCurrentUser();
  const form = useContractForm(bodyOf(updateTrunk), { defaultValues: { callsASecond: row.callsASecond } });
  const save = useFormCall(form, {
    send: (body) => call(updateTrunk, { params: { id, packageId: row.id }, body }),
    onSent: () => {
      void reread(queryKeys.trunks(id));
      onClose();
    },
    failed: t('packages.calls.failed'),
  });
  return (
    <FormDialog
      {...save}
      onClose={onClose}
      title={t('packages.calls.title')}
      description={t('packages.calls.text', { status: REFUSAL })}
      submitLabel={t('packages.calls.save')}
    >
      <Field
        label={t('packages.calls.title')}
        hint={t('packages.calls.hint', { least: formatNumber(1), most: formatNumber(row.mostCallsASecond) })}
        error={form.formState.errors.callsASecond?.message}
      >
        <Input
          {...form.register('callsASecond', { setValueAs: Number })}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
        />
      </Field>
    </FormDialog>
  );
}
