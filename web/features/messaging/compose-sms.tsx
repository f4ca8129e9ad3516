import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { z } from 'zod';
import { MAX_MESSAGE_CHARACTERS, sendSms, type SmsMessage } from '../../../src/messaging/contract.ts';
import type { BodyInputOf } from '../../../src/kit/endpoint.ts';
import { ApiError, call, messageOf, newIdempotencyKey } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { MessageCounter } from './message-counter.tsx';
import { parseRecipients } from './recipients.ts';
import { PriceSummary } from './price-summary.tsx';

const required = () => z.string().min(1, t('sms.compose.fillAll'));

/** The form as it is typed: the recipients are one text until they are sent. */
const composeForm = () =>
  z.object({
    senderId: required().trim().min(1, t('sms.compose.fillAll')),
    recipients: required().refine(
      (text) => parseRecipients(text).numbers.length > 0,
      t('sms.compose.noRecipient'),
    ),
    message: required().refine((text) => text.trim().length > 0, t('sms.compose.fillAll')),
  });

/** How many faulty recipients are named one by one. */
const SHOWN_FAULTS = 5;

/** Writes and sends a message, with its parts and price known beforehand. */
export function ComposeSms() {
  const user = useCurrentUser();
  const queryClient = useQueryClient();
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const [faults, setFaults] = useState<string[]>([]);
  const form = useContractForm(composeForm(), {
    defaultValues: { senderId: user.defaultCallerId ?? '', recipients: '', message: '' },
  });
  const { errors } = form.formState;
  const message = form.watch('message');
  const { numbers, duplicates } = parseRecipients(form.watch('recipients'));

  const send = useMutation({
    mutationFn: (body: BodyInputOf<typeof sendSms>) =>
      call(sendSms, { params: { id: user.id }, body, idempotencyKey }),
    onMutate: () => setFaults([]),
    onSuccess: (sent) => {
      queryClient.setQueryData<SmsMessage[]>(queryKeys.sms(user.id), (known) =>
        known?.some((row) => row.id === sent.id) ? known : known && [sent, ...known],
      );
      form.reset({ senderId: sent.senderId, recipients: '', message: '' });
      setIdempotencyKey(newIdempotencyKey());
      toast({
        title: t('sms.compose.sent'),
        description: t('sms.compose.sentHint', {
          id: sent.messageDetails.recipients[0]?.messageId ?? sent.id,
        }),
      });
    },
    onError: (error) => {
      applyProblem(form, error);
      const [first, ...others] = recipientFaults(error, form.getValues('recipients'));
      if (first) form.setError('recipients', { type: 'server', message: first });
      setFaults(others);
      toast({
        title: t('sms.compose.failedTitle'),
        description: messageOf(error, t('sms.compose.failed')),
        variant: 'destructive',
      });
    },
  });
  const tooPoor = send.error instanceof ApiError && send.error.problem?.code === 'insufficient_credits';

  return (
    <Card title={t('sms.compose.title')} description={t('sms.compose.description')}>
      <form
        noValidate
        className="grid gap-5 lg:grid-cols-[1fr_18rem]"
        onSubmit={form.handleSubmit(({ senderId, recipients, message: text }) =>
          send.mutate({ senderId, recipients: parseRecipients(recipients).numbers, message: text }),
        )}
      >
        <div className="flex min-w-0 flex-col gap-4">
          <Field
            label={t('sms.compose.senderId')}
            hint={t('sms.compose.senderIdHint')}
            error={errors.senderId?.message}
          >
            <Input {...form.register('senderId')} autoComplete="off" maxLength={16} />
          </Field>
          <Field
            label={t('sms.compose.recipients')}
            error={errors.recipients?.message}
            hint={
              <>
                {t('sms.compose.recipientsCount', { count: numbers.length })}
                {duplicates.length > 0 && ` · ${t('sms.compose.duplicates', { count: duplicates.length })}`}
              </>
            }
          >
            <Textarea
              {...form.register('recipients', { onChange: () => setFaults([]) })}
              rows={4}
              inputMode="tel"
              spellCheck={false}
              placeholder={t('sms.compose.recipientsPlaceholder')}
            />
          </Field>
          {faults.length > 0 && (
            <Notice tone="danger" alert>
              <ul>
                {faults.slice(0, SHOWN_FAULTS).map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
              {faults.length > SHOWN_FAULTS &&
                t('sms.compose.moreFaults', { count: faults.length - SHOWN_FAULTS })}
            </Notice>
          )}
          <Field
            label={t('sms.compose.message')}
            error={errors.message?.message}
            hint={<MessageCounter message={message} />}
          >
            <Textarea {...form.register('message')} rows={5} maxLength={MAX_MESSAGE_CHARACTERS} />
          </Field>
        </div>
        <div className="flex flex-col gap-4 self-start rounded-md bg-sunken p-4">
          <PriceSummary user={user} message={message} recipients={numbers.length} />
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
            {t('sms.compose.send')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/**
 * What the server has against single recipients. It counts those that it was sent; here the lines are
 * counted as they were typed.
 */
function recipientFaults(error: unknown, typed: string): string[] {
  if (!(error instanceof ApiError)) return [];
  const { lines } = parseRecipients(typed);
  return (error.problem?.errors ?? []).flatMap(({ path, message }) => {
    const index = /^recipients\.(\d+)$/.exec(path)?.[1];
    if (index === undefined) return [];
    return [message.replace(/^Line \d+/, `Line ${lines[Number(index)]}`)];
  });
}
