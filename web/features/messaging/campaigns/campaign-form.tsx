import { useState } from 'react';
import { z } from 'zod';
import { type Campaign, campaignBody, createCampaign } from '../../../../src/services/campaigns/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { useSmsPrice } from '../../../lib/use-sms-price.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Field, Input, Switch, Textarea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { saidOnce, useContractForm } from '../../../ui/form.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';
import { useContactLists } from '../compose/contacts-field.tsx';
import { MessageCounter } from '../../../ui/message-counter.tsx';
import { ScheduleField } from '../compose/schedule-field.tsx';
import { withCount } from '../contacts/with-count.ts';

/** The texts are two fields, and numbers are typed. */
const typed = z.object({
  ...{ name: campaignBody.shape.name, senderId: z.string(), lists: z.array(z.string()) },
  ...{ text: z.string(), second: z.string(), perMinute: z.string() },
});

interface CampaignFormProps {
  /** One that is repeated for those whom it did not reach. */
  again: Campaign | null;
  onClose: () => void;
}

/** Writes a campaign and begins it. */
export function CampaignForm({ again, onClose }: CampaignFormProps) {
  const user = useCurrentUser();
  const { id } = user;
  const known = useContactLists(true);
  const keys = useIdempotencyKey();
  const [at, setAt] = useState<string | null>(null);
  const [switches, setSwitches] = useState({ isLocal: false, quietHours: true, shortLinks: false });
  const [text = '', second = ''] = again?.texts ?? [];
  const form = useContractForm(typed, {
    defaultValues: {
      ...{ name: again?.name ?? '', senderId: again?.senderId ?? user.defaultCallerId ?? '', text, second },
      ...{ lists: again?.lists ?? [], perMinute: String(again?.perMinute ?? 600) },
    },
  });
  const shown = saidOnce(form.formState.errors, ['name', 'senderId', 'lists', 'text', 'second', 'perMinute']);
  const { senderId, lists, text: message, second: other } = form.watch();
  const audience = again ? null : { lists, search: '' };
  const { exact } = useSmsPrice(user, { senderId, message, numbers: [], personal: null, contacts: audience });
  const price = exact === undefined || message === '' ? null : formatPounds(exact);
  const sending = useFormCall(form, {
    send: ({ text: first, second: last, perMinute, ...given }) => {
      const body = {
        ...{ ...given, ...switches, perMinute: Number(perMinute), texts: [first, last].filter((each) => each.trim()) },
        againOf: again?.id,
        isLocal: switches.isLocal && at !== null,
        startAt: at === null ? null : switches.isLocal ? `${at}:00Z` : new Date(at).toISOString(),
      };
      return call(createCampaign, { params: { id }, body, idempotencyKey: keys.keyOf(body) });
    },
    onSent: () => {
      keys.renew();
      void queryClient.invalidateQueries({ queryKey: queryKeys.campaigns(id) });
      onClose();
    },
    failed: t('campaigns.failed'),
  });
  const toggle = (name: keyof typeof switches, label: string) => (
    <Switch
      label={label}
      checked={switches[name]}
      onChange={(checked) => setSwitches((before) => ({ ...before, [name]: checked }))}
    />
  );
  return (
    <FormDialog
      {...sending}
      wide
      onClose={onClose}
      title={t(again ? 'campaigns.again' : 'campaigns.add')}
      submitLabel={price === null ? t('campaigns.begin') : `${t('campaigns.begin')} · ${price}`}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('campaigns.name')} {...shown.name}>
          <Input {...form.register('name')} maxLength={80} />
        </Field>
        <Field label={t('sms.compose.senderId')} {...shown.senderId}>
          <Input {...form.register('senderId')} />
        </Field>
      </div>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
        <legend className="mb-1.5 text-sm font-medium">{t('campaigns.lists')}</legend>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={lists.length === 0}
            onChange={() => form.setValue('lists', [])}
            className="size-4 accent-accent"
          />
          {withCount(t('contacts.all'), known?.contacts)}
        </label>
        {known?.lists.map(({ name, contacts }) => (
          <label key={name} className="flex items-center gap-2">
            <input type="checkbox" value={name} {...form.register('lists')} className="size-4 accent-accent" />
            {withCount(name, contacts)}
          </label>
        ))}
      </fieldset>
      <Field label={t('campaigns.message')} hint={<MessageCounter message={message} />} {...shown.text}>
        <Textarea {...form.register('text')} rows={4} />
      </Field>
      <Field
        label={t('campaigns.second')}
        hint={other ? <MessageCounter message={other} /> : t('campaigns.secondHint')}
        {...shown.second}
      >
        <Textarea {...form.register('second')} rows={2} />
      </Field>
      <ScheduleField value={at} onChange={setAt} />
      {at !== null && toggle('isLocal', t('campaigns.local'))}
      {toggle('quietHours', t('campaigns.quiet'))}
      {toggle('shortLinks', t('campaigns.short'))}
      <Field label={t('campaigns.pace')} {...shown.perMinute}>
        <Input inputMode="numeric" {...form.register('perMinute')} className="max-w-32" />
      </Field>
      {price !== null && <p className="font-medium">{`${t('sms.price.total')}: ${price}`}</p>}
    </FormDialog>
  );
}
