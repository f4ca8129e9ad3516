import { useEffect, useState } from 'react';
import type { User } from '../../../../src/callers/contract.ts';
import type { sendSms } from '../../../../src/services/messaging/contract.ts';
import type { BodyInputOf } from '../../../../src/platform/kit/endpoint.ts';
import { t } from '../../../lib/i18n.ts';
import { keptDraft, useDraft } from '../../../lib/use-draft.ts';
import { applyProblem, useContractForm } from '../../../ui/form.tsx';
import { composeForm, type ComposeValues, emptyMessage } from './compose-form.ts';
import { wantsConfirmation } from '../../../ui/confirm-sending.tsx';
import {
  fieldsOf,
  type KnownFields,
  NO_FIELDS,
  personalise,
  unfilledOf,
  withFields,
} from './personal-message.ts';
import type { RecipientFile } from './recipient-file.ts';
import { checkRecipients, NO_RECIPIENTS } from './recipients.ts';
import { usePersonalMessage } from './use-personal-message.ts';
import { useRecipientCheck } from './use-recipient-check.ts';
import { useSendSms } from './use-send-sms.ts';
import { useSmsPrice } from '../../../lib/use-sms-price.ts';

/**
 * A message being written: its form, what is known of it beforehand, and the sending. It is kept until it is sent.
 * @param taken a scheduled message that was taken back to be changed: it replaces what stands in the form
 */
export function useCompose(user: User, taken: Partial<ComposeValues> | null) {
  const form = useContractForm(composeForm(), {
    defaultValues: {
      ...emptyMessage(user),
      ...keptDraft<ComposeValues>(user.id, 'sms'),
    },
  });
  const forget = useDraft(form, 'sms');
  const { senderId, message, media, recipients, columns, country } = form.watch();
  const check = useRecipientCheck(recipients, country);
  const [known, setKnown] = useState<KnownFields>({ ...NO_FIELDS, columns });
  const personal = usePersonalMessage(message, check, known);
  const { price, exact } = useSmsPrice(user, { senderId, message, media, numbers: check.numbers, personal });
  /** Its picture is still on its way. */
  const [isUploading, setUploading] = useState(false);
  /** The request that is sent after the question whether so many recipients are meant. */
  const [asked, setAsked] = useState<BodyInputOf<typeof sendSms> | null>(null);

  const takeFields = (file: RecipientFile) => {
    const fields = fieldsOf(file);
    form.setValue('columns', [...withFields(known, fields).columns]);
    setKnown((before) => withFields(before, fields));
  };
  /** An empty form; the stored draft is removed. */
  const startAnew = (defaultCallerId = user.defaultCallerId) => {
    form.reset(emptyMessage({ defaultCallerId, country: form.getValues('country') }));
    setKnown(NO_FIELDS);
    forget();
  };
  useEffect(() => {
    if (taken === null) return;
    form.reset({ ...emptyMessage({ defaultCallerId: null, country: form.getValues('country') }), ...taken });
    form.setFocus('message');
  }, [taken, form]);
  const send = useSendSms(user.id, {
    onSent: (sent) => startAnew(sent.senderId),
    onRefused: (error) => applyProblem(form, error),
  });
  const submit = form.handleSubmit(
    async ({ sendAt, media: file, columns: _columns, country: from, ...body }) => {
      const given = (await checkRecipients(body.recipients, { country: from })) ?? NO_RECIPIENTS;
      if (given.wrong.length > 0) {
        form.setError('recipients', { message: t('sms.faults.correct') });
        return;
      }
      const texts = personalise(body.message, given, known);
      if (texts && texts.missing.length > 0) {
        form.setError('message', { message: t('sms.personal.correct') });
        return;
      }
      const fields = texts ? { fields: texts.fields } : {};
      const picture = file === null ? {} : { media: file };
      const at = sendAt === null ? {} : { sendAt: new Date(sendAt).toISOString() };
      const shown = exact === undefined ? {} : { price: exact };
      const names = unfilledOf(body.message, texts);
      const allowed = names.length > 0 ? { unfilledPlaceholders: true } : {};
      const order = {
        ...body,
        ...picture,
        ...fields,
        ...allowed,
        ...at,
        ...shown,
        recipients: given.numbers,
      };
      if (names.length > 0 || wantsConfirmation(given.numbers.length, price)) setAsked(order);
      else send.mutate(order);
    },
  );
  const unfilled = asked?.unfilledPlaceholders ? unfilledOf(asked.message, null) : [];
  return {
    form,
    check,
    known,
    personal,
    price,
    asked,
    unfilled,
    setAsked,
    takeFields,
    isUploading,
    setUploading,
    startAnew,
    send,
    submit,
  };
}

export type Composing = ReturnType<typeof useCompose>;
