import { useMutation } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { User } from '../../../../src/callers/contract.ts';
import type { BodyInputOf } from '../../../../src/platform/kit/endpoint.ts';
import { MOST_TESTED, sendSms, type SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { spelledCheaper } from '../../../../src/shared/cheaper-spelling.ts';
import { inBraces, unfilledIn } from '../../../../src/shared/personal-text.ts';
import { t } from '../../../lib/i18n.ts';
import { addNewest } from '../../../lib/list-cache.ts';
import { isPriceChanged, showPricesAgain } from '../../../lib/price-changed.ts';
import { comparePounds } from '../../../lib/pounds.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { keptDraft, useDraft } from '../../../lib/use-draft.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { useNavigate } from '../../../lib/router.ts';
import { useSmsPrice } from '../../../lib/use-sms-price.ts';
import { wantsConfirmation } from '../../../ui/confirm-sending.tsx';
import { applyProblem, useContractForm } from '../../../ui/form.tsx';
import { toast, toastFailure, toastFault, toastUndo } from '../../../ui/toast.tsx';
import { formatTime } from '../../../ui/values.tsx';
import { audienceOf, composeForm, type ComposeValues, emptyMessage } from './compose-form.ts';
import { fieldsOf, type KnownFields, NO_FIELDS, personalise, withFields } from './personal-message.ts';
import { lastCountry, type Likely, likelyIn, looksLike } from './country-field.tsx';
import type { RecipientFile } from './recipient-file.ts';
import { checkRecipients, NO_RECIPIENTS, type RecipientCheck } from './recipients.ts';

/** The fault of recipients that goes with the last wrong line. */
export const LINES = 'lines';

/**
 * A message being written: its form, what is known of it beforehand, and the sending. It is kept until it is sent.
 * @param taken a scheduled message that was taken back to be changed: it replaces what stands in the form
 */
export function useCompose(user: User, taken: Partial<ComposeValues> | null) {
  const form = useContractForm(composeForm(), {
    defaultValues: {
      ...emptyMessage({ ...user, country: lastCountry(user) }),
      ...keptDraft<ComposeValues>(user.id, 'sms'),
    },
  });
  const forget = useDraft(form, 'sms');
  const { senderId, message: typed, media, recipients, contacts, columns, country } = form.watch();
  const message = asSent(user, typed);
  const audience = contacts && audienceOf(contacts);
  const check = useRecipientCheck(recipients, country);
  const isMended = form.formState.errors.recipients?.type === LINES && !check.isChecking && check.wrong.length === 0;
  useEffect(() => {
    if (isMended) form.clearErrors('recipients');
  }, [isMended, form]);
  const [known, setKnown] = useState<KnownFields>({ ...NO_FIELDS, columns });
  const personal = usePersonalMessage(message, check, known);
  const priced = useSmsPrice(user, {
    ...{ senderId, message, media, numbers: check.numbers, personal },
    contacts: audience,
  });
  const { price, exact, reached, unfilled } = priced;
  /** Its picture is still on its way. */
  const [isUploading, setUploading] = useState(false);
  /** A message that was taken back stands in it. */
  const [isBack, setBack] = useState(false);
  /** The request that is sent after the question whether it is meant, and what speaks against it. */
  const [asked, setAsked] = useState<{
    order: BodyInputOf<typeof sendSms>;
    doubts: string[];
    likely: Likely | undefined;
  } | null>(null);

  const takeFields = (file: RecipientFile) => {
    const fields = fieldsOf(file);
    form.setValue('columns', [...withFields(known, fields).columns]);
    setKnown((before) => withFields(before, fields));
  };
  /** An empty form; the stored draft is removed. */
  const startAnew = (defaultCallerId = user.defaultCallerId) => {
    form.reset(emptyMessage({ defaultCallerId, country: form.getValues('country') }));
    setKnown(NO_FIELDS);
    setBack(false);
    forget();
  };
  const discard = () => {
    const [typed, fields] = [form.getValues(), known];
    startAnew();
    toastUndo(t('ui.discarded'), () => {
      form.reset(typed);
      setKnown(fields);
    });
  };
  useEffect(() => {
    if (taken === null) return;
    form.reset({ ...emptyMessage({ defaultCallerId: null, country: form.getValues('country') }), ...taken });
    // The question before it keeps the focus until it has gone.
    const waiting = setInterval(() => {
      if (document.querySelector('[role=dialog]')) return;
      clearInterval(waiting);
      setBack(true);
      form.setFocus('message');
    }, 50);
    return () => clearInterval(waiting);
  }, [taken, form]);
  const send = useSendSms(user.id, {
    // What was tried is sent next, as it stands.
    onSent: (sent) => !sent.test && startAnew(sent.senderId),
    onRefused: (error) => applyProblem(form, error),
  });
  const handle = (test: boolean) =>
    form.handleSubmit(
      async ({ sendAt, media: file, contacts: meant, columns: _columns, country: from, ...entered }) => {
        const body = { ...entered, message: asSent(user, entered.message) };
        const given = (await checkRecipients(body.recipients, { country: from })) ?? NO_RECIPIENTS;
        if (given.wrong.length > 0) {
          const count = given.wrong.filter(({ fault }) => fault === 'country').length;
          const message = count > 0 ? t('sms.faults.choose', { count }) : t('sms.faults.correct');
          form.setError('recipients', { type: LINES, message });
          return;
        }
        const texts = personalise(body.message, given, known);
        if ((texts && texts.missing.length > 0) || (meant && unfilled > 0)) {
          form.setError('message', { message: t('sms.personal.correct') });
          return;
        }
        // The server knows the fields of contacts; with those of a file each has a value, or its line is named.
        const names = meant || texts ? [] : unfilledIn(body.message);
        // Its rules may fail to load; then nothing speaks against it.
        const likely = await likelyIn(given, from, user.country).catch(() => undefined);
        const doubts = [
          ...(likely ? [looksLike(likely)] : []),
          ...(names.length > 0 ? [t('sms.confirm.unfilled', { names: inBraces(names) })] : []),
        ];
        const order = {
          ...body,
          // The values of fields stay as they are, because their price was shown so.
          ...(texts && { fields: texts.fields, cheaperSpelling: false }),
          ...(meant && { contacts: audienceOf(meant) }),
          ...(names.length > 0 && { unfilledPlaceholders: true }),
          ...(file !== null && { media: file }),
          ...(sendAt !== null && { sendAt: new Date(sendAt).toISOString() }),
          ...(exact !== undefined && { price: exact }),
          recipients: given.numbers,
        };
        if (test)
          send.mutate({
            ...order,
            test,
            recipients: given.numbers.slice(0, MOST_TESTED),
            ...(texts && { fields: texts.fields.slice(0, MOST_TESTED) }),
          });
        else if (doubts.length > 0 || wantsConfirmation(reached, price) || comparePounds(price, user.credits) > 0)
          setAsked({ order, doubts, likely });
        else send.mutate(order);
      },
    );
  return {
    form,
    check,
    known,
    personal,
    priced,
    audience,
    asked,
    setAsked,
    takeFields,
    isUploading,
    setUploading,
    isBack,
    discard,
    send,
    submit: handle(false),
    sendTest: handle(true),
  };
}

/** No state of a message: the filter that shows what test keys, and tests of this form, have sent. */
export const TESTS = 'tests';

/** A text as it leaves: an account may want it to cost fewer parts. */
export const asSent = ({ cheaperSpelling }: User, text: string): string =>
  cheaperSpelling ? spelledCheaper(text) : text;

export type Composing = ReturnType<typeof useCompose>;

/** A message as each recipient gets it, brought up to date behind the typing: a list may be long. */
function usePersonalMessage(
  message: string,
  { numbers, lines }: Pick<RecipientCheck, 'numbers' | 'lines'>,
  known: KnownFields,
) {
  const settled = useDeferredValue(message);
  return useMemo(() => personalise(settled, { numbers, lines }, known), [settled, numbers, lines, known]);
}

/** Checks the recipients in a text, brought up to date as it is typed. */
function useRecipientCheck(text: string, country: string) {
  // If the rules cannot be loaded, the list is sent unchanged, and the server says what is wrong.
  const checked = useLatest(
    async (signal) => ({ text, country, check: await checkRecipients(text, { country, signal }) }),
    [text, country],
  );
  const isChecking = checked ? checked.text !== text || checked.country !== country : text !== '';
  return { ...(checked?.check ?? NO_RECIPIENTS), isChecking };
}

interface Outcome {
  onSent: (sent: SmsMessage) => unknown;
  /** @returns whether the form says all of it */
  onRefused: (error: unknown) => boolean;
}

/** Sends a message and shows the result. A repeated attempt is the same message, until one has been sent. */
function useSendSms(userId: string, { onSent, onRefused }: Outcome) {
  const keys = useIdempotencyKey<BodyInputOf<typeof sendSms>>();
  const navigate = useNavigate();
  return useMutation({
    // The next test leads to its report again.
    onMutate: () => navigate({ to: '.', search: true, resetScroll: false }),
    mutationFn: (body: BodyInputOf<typeof sendSms>) => {
      // If it is sent again after its price has changed, it is still the same message.
      const { price: _shown, ...message } = body;
      return call(sendSms, { params: { id: userId }, ...keys.requestOf(message, body) });
    },
    onSuccess: (sent) => {
      if (sent.test) void reread(queryKeys.sms(userId));
      else addNewest(queryKeys.sms(userId), sent);
      // The history shows it; the report of a test comes into sight.
      const state = (was?: string) => (sent.test ? TESTS : was === TESTS ? undefined : was);
      void navigate({
        ...{ to: '.', search: (was) => ({ ...was, status: state(was.status) }), resetScroll: false },
        ...(sent.test && { hash: 'history' }),
      });
      if (sent.sendAt) void reread(queryKeys.scheduledSms(userId));
      keys.renew();
      onSent(sent);
      const id = sent.messageDetails.recipients[0]?.messageId ?? sent.id;
      if (sent.sendAt) toast(t('sms.schedule.done'), formatTime(sent.sendAt));
      else toast(t('sms.compose.sent'), t('sms.compose.sentHint', { id }));
    },
    onError: (error) => {
      keys.renewIfRefused(error);
      const say = onRefused(error) ? toastFault : toastFailure;
      if (isPriceChanged(error)) showPricesAgain(userId);
      say(t('sms.compose.failedTitle'), messageOf(error, t('sms.compose.failed')));
    },
  });
}
