import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { placeCall } from '../../../src/services/voice/contract.ts';
import { ApiError, call, messageOf, newIdempotencyKey } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { keptDraft, useDraft } from '../../lib/use-draft.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { applyProblem, saidOnce, useContractForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { type CallFormValues, callFormSchema, emptyCall, toOrder } from './call-form-schema.ts';
import { CallOptions } from './call-options.tsx';
import { CallPrice } from './call-price.tsx';
import { callCache } from './call-cache.ts';
import { useOutcomeToast } from './use-outcome-toast.ts';
import { useWatch } from 'react-hook-form';

/** Places a call, with its price and its longest length known beforehand. */
export function CallForm() {
  const user = useCurrentUser();
  const { add } = callCache(user.id);
  const watchOutcome = useOutcomeToast(user.id);
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const form = useContractForm(callFormSchema(), {
    defaultValues: { ...emptyCall(user.defaultCallerId), ...keptDraft<CallFormValues>(user.id, 'call') },
  });
  const destination = useWatch({ control: form.control, name: 'destination' });
  const forget = useDraft(form, 'call');
  const shown = saidOnce(form.formState.errors, ['callerId', 'destination']);

  const place = useMutation({
    mutationFn: (values: CallFormValues) =>
      call(placeCall, { params: { id: user.id }, body: toOrder(values), idempotencyKey }),
    onSuccess: (placed) => {
      add(placed);
      watchOutcome(placed.id);
      form.reset({ ...form.getValues(), destination: '' });
      forget();
      setIdempotencyKey(newIdempotencyKey());
    },
    onError: (error) => {
      applyProblem(form, error);
      const forwarding = fieldMessage(error, 'pbxFeatures.');
      if (forwarding) form.setError('forwardingNumber', { type: 'server', message: forwarding });
      toast({
        title: t('voice.call.failedTitle'),
        description: messageOf(error, t('voice.call.failed')),
        variant: 'destructive',
      });
    },
  });
  const tooPoor = place.error instanceof ApiError && place.error.problem?.code === 'insufficient_credits';

  return (
    <Card title={t('voice.call.title')} description={t('voice.call.description')}>
      <form
        noValidate
        className="grid gap-5 lg:grid-cols-[1fr_18rem]"
        onSubmit={form.handleSubmit((values) => place.mutate(values))}
      >
        <div className="flex min-w-0 flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('voice.call.callerId')} hint={t('voice.call.callerIdHint')} {...shown.callerId}>
              <Input {...form.register('callerId')} autoComplete="off" />
            </Field>
            <Field
              label={t('voice.call.destination')}
              hint={t('voice.call.destinationHint')}
              {...shown.destination}
            >
              <Input
                {...form.register('destination')}
                type="tel"
                autoComplete="off"
                placeholder={t('voice.call.destinationPlaceholder')}
              />
            </Field>
          </div>
          <CallOptions form={form} />
        </div>
        <div className="flex flex-col gap-4 self-start rounded-md bg-sunken p-4">
          <CallPrice userId={user.id} destination={destination.replace(/[\s()-]/g, '')} />
          {tooPoor && (
            <Notice tone="danger" alert>
              {messageOf(place.error, t('voice.call.failed'))}{' '}
              <Link to="/billing" className="font-medium text-accent underline">
                {t('voice.call.topUp')}
              </Link>
            </Notice>
          )}
          <Button
            type="submit"
            size="lg"
            busy={place.isPending}
            icon={<Phone aria-hidden className="size-4" />}
          >
            {t('voice.call.place')}
          </Button>
          {destination && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                form.reset(emptyCall(user.defaultCallerId));
                forget();
              }}
            >
              {t('ui.discard')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

/** What the server has against a field within another. */
function fieldMessage(error: unknown, prefix: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.problem?.errors?.find(({ path }) => path.startsWith(prefix))?.message;
}
