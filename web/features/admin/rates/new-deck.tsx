import { useMutation } from '@tanstack/react-query';
import { createRateDeck } from '../../../../src/money/decks/contract.ts';
import type { BodyOf } from '../../../../src/platform/kit/endpoint.ts';
import { bodyOf, call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, Input, Select } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form-frame.tsx';
import { applyProblem, useContractForm } from '../../../ui/form.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { toast } from '../../../ui/toast.tsx';
import { readAgain } from './read-again.ts';

const EMPTY = {
  name: '',
  kind: 'sell',
  service: 'sms',
  carrier: '',
  counting: '160/160',
  currency: 'GBP',
} as const;

/** Begins a price list. */
export function NewDeck() {
  const { form, create } = useNewDeck();
  const { errors } = form.formState;
  const [kind, service] = form.watch(['kind', 'service']);
  return (
    <Card title={t('rates.create.title')} description={t('rates.create.text')}>
      <Form className="flex flex-col gap-4" onSubmit={form.handleSubmit((body) => create.mutate(body))}>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Field label={t('rates.create.name')} error={errors.name?.message}>
            <Input {...form.register('name')} autoComplete="off" />
          </Field>
          <Field label={t('rates.create.service')}>
            <Select {...form.register('service')}>
              <option value="sms">{t('rates.service.sms')}</option>
              <option value="voice">{t('rates.service.voice')}</option>
            </Select>
          </Field>
          <Field label={t('rates.create.kind')}>
            <Select {...form.register('kind')}>
              <option value="sell">{t('rates.kind.sell')}</option>
              <option value="cost">{t('rates.kind.cost')}</option>
            </Select>
          </Field>
          {kind === 'cost' && (
            <Field label={t('rates.create.carrier')} error={errors.carrier?.message}>
              <Input {...form.register('carrier')} autoComplete="off" />
            </Field>
          )}
          {kind === 'cost' && (
            <Field label={t('rates.columns.currency')} error={errors.currency?.message}>
              <Input {...form.register('currency')} autoComplete="off" maxLength={3} />
            </Field>
          )}
          {service === 'sms' && (
            <Field label={t('rates.create.counting')} hint={t('rates.create.countingHint', { counting: '160/153' })}>
              <Select {...form.register('counting')}>
                <option value="160/160">160/160</option>
                <option value="160/153">160/153</option>
              </Select>
            </Field>
          )}
        </div>
        {create.error && <Refusal error={create.error} fallback={t('rates.failed')} />}
        <div>
          <Button type="submit" busy={create.isPending}>
            {t('rates.create.submit')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function useNewDeck() {
  const form = useContractForm(bodyOf(createRateDeck), { defaultValues: EMPTY });
  const create = useMutation({
    mutationFn: (body: BodyOf<typeof createRateDeck>) => call(createRateDeck, { body }),
    onSuccess: () => {
      toast(t('rates.create.made'));
      form.reset(EMPTY);
      return readAgain();
    },
    onError: (error) => applyProblem(form, error),
  });
  return { form, create };
}
