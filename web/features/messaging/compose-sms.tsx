import { useRef, useState } from 'react';
import { Link } from '../../lib/router.ts';
import { Send } from 'lucide-react';
import type { sendSms } from '../../../src/services/messaging/contract.ts';
import type { BodyInputOf } from '../../../src/platform/kit/endpoint.ts';
import { ApiError, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { keptDraft, useDraft } from '../../lib/use-draft.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { applyProblem, saidOnce, useContractForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { composeForm, type ComposeValues, emptyMessage, tooLong } from './compose-form.ts';
import { ConfirmSending, wantsConfirmation } from './confirm-sending.tsx';
import { MessageCounter } from './message-counter.tsx';
import { PersonalFields } from './personal-fields.tsx';
import { fieldsOf, type KnownFields, NO_FIELDS, personalise, withFields } from './personal-message.ts';
import { PriceSummary } from './price-summary.tsx';
import { checkRecipients, NO_RECIPIENTS } from './recipients.ts';
import type { RecipientFile } from './recipient-file.ts';
import { RecipientsField } from './recipients-field.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { Templates } from './templates.tsx';
import { usePersonalMessage } from './use-personal-message.ts';
import { useRecipientCheck } from './use-recipient-check.ts';
import { useSendSms } from './use-send-sms.ts';
import { useSmsPrice } from './use-sms-price.ts';

type Body = BodyInputOf<typeof sendSms>;

/** Writes and sends a message, with its parts and price known beforehand; it is kept until it is sent. */
export function ComposeSms() {
  const user = useCurrentUser();
  const form = useContractForm(composeForm(), {
    defaultValues: {
      ...emptyMessage(user.defaultCallerId),
      ...keptDraft<ComposeValues>(user.id, 'sms'),
    },
  });
  const forget = useDraft(form, 'sms');
  const shown = saidOnce(form.formState.errors, ['senderId', 'recipients', 'message', 'sendAt']);
  const { message, sendAt, recipients, columns } = form.watch();
  const check = useRecipientCheck(recipients);
  const [known, setKnown] = useState<KnownFields>({ ...NO_FIELDS, columns });
  const personal = usePersonalMessage(message, check, known);
  const { price } = useSmsPrice(user, { message, numbers: check.numbers, personal });
  const [asked, setAsked] = useState<Body | null>(null);
  const takeFields = async (file: RecipientFile) => {
    const fields = await fieldsOf(file);
    form.setValue('columns', [...withFields(known, fields).columns]);
    setKnown((before) => withFields(before, fields));
  };
  const messageArea = useRef<HTMLTextAreaElement>(null);
  // In their order on the screen: the first of them that is wrong gets the focus.
  const senderField = form.register('senderId');
  const { ref: recipientsRef } = form.register('recipients');
  const { ref: registerMessage, ...messageField } = form.register('message');
  const setMessage = (text: string) =>
    form.setValue('message', text, { shouldValidate: form.formState.isSubmitted });

  /** An empty form, and nothing kept of what was in it. */
  const startAnew = (senderId: string | null) => {
    form.reset(emptyMessage(senderId));
    setKnown(NO_FIELDS);
    forget();
  };
  const send = useSendSms(user.id, {
    onSent: (sent) => startAnew(sent.senderId),
    onRefused: (error) => applyProblem(form, error),
  });
  const submit = async ({ sendAt, columns: _columns, ...body }: ComposeValues) => {
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
    const order = { ...body, ...fields, ...at, recipients: given.numbers };
    if (wantsConfirmation(given.numbers.length, price)) setAsked(order);
    else send.mutate(order);
  };
  const tooPoor = send.error instanceof ApiError && send.error.problem?.code === 'insufficient_credits';
  const isEmpty = !recipients && !message;

  return (
    <Card title={t('sms.compose.title')} description={t('sms.compose.description')}>
      <form noValidate className="grid gap-5 lg:grid-cols-[1fr_18rem]" onSubmit={form.handleSubmit(submit)}>
        <div className="flex min-w-0 flex-col gap-4">
          <Field label={t('sms.compose.senderId')} hint={t('sms.compose.senderIdHint')} {...shown.senderId}>
            <Input {...senderField} autoComplete="off" />
          </Field>
          <RecipientsField
            value={recipients}
            onChange={(text) =>
              form.setValue('recipients', text, { shouldValidate: form.formState.isSubmitted })
            }
            onFile={takeFields}
            check={check}
            inputRef={recipientsRef}
            {...shown.recipients}
          />
          <Field
            label={t('sms.compose.message')}
            {...shown.message}
            error={tooLong(message) ?? shown.message?.error}
            hint={<MessageCounter message={personal?.preview ?? message} />}
          >
            <Textarea
              {...messageField}
              ref={(area) => {
                registerMessage(area);
                messageArea.current = area;
              }}
              rows={5}
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
            error={shown.sendAt?.error}
          />
        </div>
        <div className="flex flex-col gap-4 self-start rounded-md bg-sunken p-4">
          <PriceSummary user={user} message={message} numbers={check.numbers} personal={personal} />
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
          {!isEmpty && (
            <Button variant="ghost" size="sm" onClick={() => startAnew(user.defaultCallerId)}>
              {t('ui.discard')}
            </Button>
          )}
        </div>
      </form>
      <ConfirmSending
        open={asked !== null}
        recipients={asked?.recipients.length ?? 0}
        price={price}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) send.mutate(asked);
          setAsked(null);
        }}
      />
    </Card>
  );
}
