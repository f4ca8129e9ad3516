import {
  getOptOutTexts,
  optOutTextsBody,
  setOptOutTexts,
} from '../../../../src/services/messaging/opt-outs/contract.ts';
import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { keyOf, useRead } from '../../../lib/use-read.ts';
import { reread } from '../../../lib/invalidate.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Field, Textarea } from '../../../ui/field.tsx';
import { saidOnce, useContractForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';

const WORDS = ['stop', 'start', 'help'] as const;

type Texts = ResponseOf<typeof getOptOutTexts>;

/** Shows the answers of the account's numbers to STOP, START and HELP. */
export function OptOutTexts({ onClose }: { onClose: () => void }) {
  const { id } = useCurrentUser();
  const texts = useRead(getOptOutTexts, { id });
  return texts.data ? <TextsForm texts={texts.data} onClose={onClose} /> : null;
}

function TextsForm({ texts: { own, usual }, onClose }: { texts: Texts; onClose: () => void }) {
  const { id } = useCurrentUser();
  const form = useContractForm(optOutTextsBody, {
    defaultValues: { stop: own.stop ?? '', start: own.start ?? '', help: own.help ?? '' },
  });
  const shown = saidOnce(form.formState.errors, WORDS);
  const sending = useFormCall(form, {
    send: (body) => call(setOptOutTexts, { params: { id }, body }),
    onSent: () => {
      void reread(keyOf(getOptOutTexts, { id }));
      onClose();
    },
    failed: t('optOuts.failed'),
  });
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={t('optOuts.texts.title')}
      description={t('optOuts.texts.text')}
      submitLabel={t('optOuts.texts.save')}
    >
      {WORDS.map((word) => (
        <Field key={word} label={t(`optOuts.texts.${word}`)} {...shown[word]}>
          <Textarea {...form.register(word)} rows={2} maxLength={480} placeholder={usual[word] ?? ''} />
        </Field>
      ))}
    </FormDialog>
  );
}
