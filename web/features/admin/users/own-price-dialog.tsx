import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PricedSubject } from '../../../../db/enums.ts';
import {
  type getAccountPrices,
  previewAccountPrice,
  setAccountPrice,
} from '../../../../src/admin/accounts/contract.ts';
import { ANNOUNCED_HOURS } from '../../../../src/money/decks/contract.ts';
import type { BodyOf, ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import type { Destinations } from '../../../../src/callers/approvals/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { Field, Input, Options, Select } from '../../../ui/field.tsx';
import { DestinationsField } from '../../../ui/destinations-field.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { formatTime } from '../../../ui/values.tsx';
import { subjectName } from '../../../ui/subject-name.ts';
import { closeAndSay } from '../../../ui/close-and-say.ts';
import { Letters } from '../agree-to-prices.tsx';

interface OwnPriceDialogProps {
  userId: string;
  subject: PricedSubject;
  /** The lists of the subject. */
  decks: ResponseOf<typeof getAccountPrices>['decks'];
  onSet: () => void;
  onClose: () => void;
}

const NONE: Destinations = [];
const NOTHING = { percent: '', deckId: '', from: '' };

/** Asks for a price of one account, shows from when it holds and which letters it brings, and sets it. */
export function OwnPriceDialog({ userId: id, subject, decks, onSet, onClose }: OwnPriceDialogProps) {
  const [values, setValues] = useState(NOTHING);
  const [destinations, setDestinations] = useState<Destinations | null>(NONE);
  const params = { id, subject };
  const preview = useMutation({
    mutationFn: (body: BodyOf<typeof setAccountPrice>) => call(previewAccountPrice, { params, body }),
  });
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof setAccountPrice>) => call(setAccountPrice, { params, body }),
    onSuccess: closeAndSay(onClose, ({ holdsFrom }) => [t('admin.ownPrices.done'), formatTime(holdsFrom)]),
    onSettled: onSet,
  });
  const body: BodyOf<typeof setAccountPrice> = {
    percent: values.percent ? Number(values.percent) : null,
    deckId: values.deckId || null,
    destinations: destinations ?? [],
    ...(values.from && { from: new Date(values.from).toISOString() }),
  };
  const forget = () => {
    preview.reset();
    save.reset();
  };
  const field = (name: keyof typeof NOTHING) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      forget();
      setValues({ ...values, [name]: event.target.value });
    },
  });
  const seen = preview.data;
  const error = save.error ?? preview.error;
  return (
    <FormDialog
      title={t('admin.ownPrices.setTitle', { subject: subjectName(subject) })}
      submitLabel={t(seen ? 'admin.ownPrices.set' : 'admin.ownPrices.next')}
      busy={preview.isPending || save.isPending}
      disabled={destinations === null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (seen) save.mutate(body);
        else preview.mutate(body);
      }}
    >
      <Field label={t('admin.ownPrices.percent')} hint={t('admin.ownPrices.percentHint')}>
        <Input {...field('percent')} type="number" min={1} max={300} step={1} data-autofocus />
      </Field>
      {(subject === 'sms' || subject === 'voice') && (
        <>
          <Field label={t('admin.ownPrices.deck')}>
            <Select {...field('deckId')}>
              <option value="">{t('admin.ownPrices.noDeck')}</option>
              <Options of={decks} />
            </Select>
          </Field>
          <DestinationsField
            label={t('admin.ownPrices.destinations')}
            hint={t('admin.ownPrices.destinationsHint', { example: '4477 0.0225' })}
            initial={NONE}
            onChange={(read) => {
              forget();
              setDestinations(read);
            }}
          />
          <p className="text-sm text-muted">{t('admin.ownPrices.cost')}</p>
        </>
      )}
      <Field label={t('admin.ownPrices.begins')} hint={t('admin.ownPrices.beginsHint', { hours: ANNOUNCED_HOURS })}>
        <Input {...field('from')} type="datetime-local" />
      </Field>
      {seen && (
        <div className="flex flex-col gap-3" aria-live="polite">
          <p className="font-medium">{t('admin.ownPrices.holds', { date: formatTime(seen.holdsFrom) })}</p>
          {seen.accounts === 0 ? (
            <p>{t('admin.ownPrices.nobodyTold')}</p>
          ) : (
            <p>{t('admin.approvalRequest.told', { count: seen.accounts })}</p>
          )}
          <Letters letters={seen.letters} />
        </div>
      )}
      {error && <Refusal error={error} fallback={t('admin.ownPrices.failed')} />}
    </FormDialog>
  );
}
