import { useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { z } from 'zod';
import { MAX_MESSAGE_CHARACTERS, sendSms } from '../../../src/services/messaging/contract.ts';
import type { BodyInputOf } from '../../../src/platform/kit/endpoint.ts';
import { ApiError, call, messageOf, newIdempotencyKey } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { addNewest } from '../../lib/list-cache.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { MessageCounter } from './message-counter.tsx';
import { PersonalFields } from './personal-fields.tsx';
import { fieldsOf, NO_FIELDS, personalise, withFields } from './personal-message.ts';
import { PriceSummary } from './price-summary.tsx';
import { checkRecipients, NO_RECIPIENTS } from './recipients.ts';
import type { RecipientFile } from './recipient-file.ts';
import { RecipientsField } from './recipients-field.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { Templates } from './templates.tsx';
import { usePersonalMessage } from './use-personal-message.ts';
import { useRecipientCheck } from './use-recipient-check.ts';

const required = () => z.string().min(1, t('sms.compose.fillAll'));

/** The form as it is typed: the recipients are one text until they are sent, the time is the reader's own. */
const composeForm = () =>
  z.object({
    senderId: required().trim().min(1, t('sms.compose.fillAll')),
    recipients: required().refine((text) => text.trim().length > 0, t('sms.compose.noRecipient')),
    message: required().refine((text) => text.trim().length > 0, t('sms.compose.fillAll')),
    sendAt: z.string().min(1, t('sms.schedule.required')).nullable(),
  });

/** Writes and sends a message, with its parts and price known beforehand. */
export function ComposeSms() {
  const user = useCurrentUser();
  const queryClient = useQueryClient();
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const form = useContractForm(composeForm(), {
    defaultValues: {
      senderId: user.defaultCallerId ?? '',
      recipients: '',
      message: '',
      sendAt: null as string | null,
    },
  });
  const { errors } = form.formState;
  const message = form.watch('message');
  const sendAt = form.watch('sendAt');
  const recipients = form.watch('recipients');
  const check = useRecipientCheck(recipients);
  const [known, setKnown] = useState(NO_FIELDS);
  const personal = usePersonalMessage(message, check, known);
  const takeFields = async (file: RecipientFile) => {
    const fields = await fieldsOf(file);
    setKnown((before) => withFields(before, fields));
  };
  const messageArea = useRef<HTMLTextAreaElement>(null);
  const { ref: registerMessage, ...messageField } = form.register('message');
  const setMessage = (text: string) =>
    form.setValue('message', text, { shouldValidate: form.formState.isSubmitted });

  const send = useMutation({
    mutationFn: (body: BodyInputOf<typeof sendSms>) =>
      call(sendSms, { params: { id: user.id }, body, idempotencyKey }),
    onSuccess: (sent) => {
      addNewest(queryKeys.sms(user.id), sent);
      if (sent.sendAt) void queryClient.invalidateQueries({ queryKey: queryKeys.scheduledSms(user.id) });
      form.reset({ senderId: sent.senderId, recipients: '', message: '', sendAt: null });
      setKnown(NO_FIELDS);
      setIdempotencyKey(newIdempotencyKey());
      toast({
        title: t(sent.sendAt ? 'sms.schedule.done' : 'sms.compose.sent'),
        description: t('sms.compose.sentHint', {
          id: sent.messageDetails.recipients[0]?.messageId ?? sent.id,
        }),
      });
    },
    onError: (error) => {
      applyProblem(form, error);
      toast({
        title: t('sms.compose.failedTitle'),
        description: messageOf(error, t('sms.compose.failed')),
        variant: 'destructive',
      });
    },
  });
  const submit = async ({ sendAt, ...body }: z.output<ReturnType<typeof composeForm>>) => {
    const given = (await checkRecipients(body.recipients)) ?? NO_RECIPIENTS;
    if (given.wrong.length > 0) {
      form.setError('recipients', { message: t('sms.faults.correct') }, { shouldFocus: true });
      return;
    }
    const texts = personalise(body.message, given, known);
    if (texts && texts.missing.length > 0) {
      form.setError('message', { message: t('sms.personal.correct') }, { shouldFocus: true });
      return;
    }
    const fields = texts ? { fields: texts.fields } : {};
    const at = sendAt === null ? {} : { sendAt: new Date(sendAt).toISOString() };
    send.mutate({ ...body, ...fields, ...at, recipients: given.numbers });
  };
  const tooPoor = send.error instanceof ApiError && send.error.problem?.code === 'insufficient_credits';

  return (
    <Card title={t('sms.compose.title')} description={t('sms.compose.description')}>
      <form noValidate className="grid gap-5 lg:grid-cols-[1fr_18rem]" onSubmit={form.handleSubmit(submit)}>
        <div className="flex min-w-0 flex-col gap-4">
          <Field
            label={t('sms.compose.senderId')}
            hint={t('sms.compose.senderIdHint')}
            error={errors.senderId?.message}
          >
            <Input {...form.register('senderId')} autoComplete="off" maxLength={16} />
          </Field>
          <RecipientsField
            value={recipients}
            onChange={(text) =>
              form.setValue('recipients', text, { shouldValidate: form.formState.isSubmitted })
            }
            onFile={takeFields}
            check={check}
            error={errors.recipients?.message}
          />
          <Field
            label={t('sms.compose.message')}
            error={errors.message?.message}
            hint={<MessageCounter message={personal?.preview ?? message} />}
          >
            <Textarea
              {...messageField}
              ref={(area) => {
                registerMessage(area);
                messageArea.current = area;
              }}
              rows={5}
              maxLength={MAX_MESSAGE_CHARACTERS}
            />
          </Field>
          <PersonalFields
            columns={known.columns}
            personal={personal}
            onInsert={(placeholder) => {
              const area = messageArea.current;
              if (!area) return;
              area.setRangeText(placeholder, area.selectionStart, area.selectionEnd, 'end');
              setMessage(area.value);
              area.focus();
            }}
          />
          <Templates message={message} onChoose={setMessage} />
          <ScheduleField
            value={sendAt}
            onChange={(value) =>
              form.setValue('sendAt', value, { shouldValidate: form.formState.isSubmitted })
            }
            error={errors.sendAt?.message}
          />
        </div>
        <div className="flex flex-col gap-4 self-start rounded-md bg-sunken p-4">
          <PriceSummary user={user} message={message} recipients={check.numbers.length} personal={personal} />
          {tooPoor && (
            <Notice tone="danger" alert>
              {messageOf(send.error, t('sms.compose.failed'))}{' '}
              <Link to="/billing" className="font-medium text-accent underline">
                {t('sms.compose.topUp')}
              </Link>
            </Notice>
          )}
          <Button
            type="submit"
            size="lg"
            busy={send.isPending}
            icon={<Send aria-hidden className="size-4" />}
          >
            {t(sendAt === null ? 'sms.compose.send' : 'sms.schedule.send')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
