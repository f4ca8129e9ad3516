import { useId, useState } from 'react';
import { z } from 'zod';
import { type Campaign, campaignBody, createCampaign } from '../../../../src/services/campaigns/contract.ts';
import { listContacts } from '../../../../src/services/contacts/contract.ts';
import { inBraces, personalText, placeholdersOf } from '../../../../src/shared/personal-text.ts';
import { faultText } from '../../../../src/platform/kit/faults.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { localTime } from '../../../lib/local-time.ts';
import { comparePounds } from '../../../lib/pounds.ts';
import { closeAndReread, queryKeys } from '../../../lib/reads.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Fault, Field, Options, Switch, Textarea } from '../../../ui/field.tsx';
import { formatPounds } from '../../../ui/values.tsx';
import { FormDialog, FormInput, useFormCall } from '../../../ui/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useKeptForm } from '../../../ui/use-kept-form.ts';
import { PersonalFields } from '../compose/compose-fields.tsx';
import { useContactLists, withCount } from '../compose/contacts-field.tsx';
import { MessageCounter } from '../../../ui/message-counter.tsx';
import { ScheduleField } from '../compose/schedule-field.tsx';
import { SenderCountries } from '../compose/price-summary.tsx';
import { useSenders } from '../compose/use-senders.ts';
import { useCampaignPrice } from './use-campaign-price.ts';

const { name, senderId, texts, perMinute } = campaignBody.shape;

/** The texts are two fields, and numbers are typed; the time is the reader's own, or the recipients'. */
const typed = () =>
  z.object({
    ...{ name, lists: z.array(z.string()), second: z.string() },
    senderId: filled(t('campaigns.senderMissing')).pipe(senderId),
    text: filled(t('campaigns.textMissing')).pipe(texts.element),
    startAt: z.string().min(1, faultText('timeMissing')).nullable(),
    perMinute: z.string().transform(Number).pipe(perMinute.unwrap()),
    ...{ isLocal: z.boolean(), quietHours: z.boolean(), shortLinks: z.boolean() },
  });

const filled = (fault: string) => z.string().refine((text) => text.trim() !== '', fault);

/** A new one, or one that is sent again to those it did not reach, changed before it begins, or sent once more. */
export type FormOf = { as: 'new'; of: null } | { as: 'again' | 'change' | 'repeat'; of: Campaign };

/** Its beginning as the form has it; null: at once. */
const beginOf = ({ startAt, isLocal }: Campaign): string | null =>
  isLocal ? startAt.slice(0, 16) : Date.parse(startAt) > Date.now() ? localTime(new Date(startAt)) : null;

/** Writes a campaign and begins it. */
export function CampaignForm({ as, of, onClose }: FormOf & { onClose: () => void }) {
  const user = useCurrentUser();
  const { id } = user;
  const known = useContactLists();
  const keys = useIdempotencyKey();
  const sendersId = useId();
  const [text = '', second = ''] = of?.texts ?? [];
  const isChange = as === 'change';
  const { form, discard } = useKeptForm(typed(), {
    ...{ draft: `campaign:${as}:${of?.id ?? ''}`, onClose },
    defaultValues: {
      ...{ name: of?.name ?? '', senderId: of?.senderId ?? user.defaultCallerId ?? '', text, second },
      ...{ lists: of?.lists ?? [], perMinute: String(of?.perMinute ?? 600), startAt: isChange ? beginOf(of) : null },
      ...{ isLocal: isChange && of.isLocal, quietHours: of?.quietHours ?? true, shortLinks: of?.shortLinks ?? false },
    },
  });
  const { offered } = useSenders(id, form);
  const { errors } = form.formState;
  const values = form.watch();
  const [field, setField] = useState<'text' | 'second'>('text');
  const [list] = values.lists;
  const query = { search: '', ...(list !== undefined && { list }) };
  const first = usePagedList(listContacts, { params: { id }, query })
    .rows.map((one) => personalText(values.text, { ...one.fields, ...(one.name !== null && { name: one.name }) }))
    .find(({ missing }) => missing.length === 0);
  const againOf = as === 'again' ? of.id : of?.againOf;
  const priced = useCampaignPrice({ ...values, texts: [values.text], againOf });
  const { exact, unfilled, estimate } = priced;
  const sending = useFormCall(form, {
    send: ({ text: first, second: last, startAt: at, isLocal, ...given }) => {
      const body = {
        ...{ ...given, againOf, replaces: isChange ? of.id : undefined, isLocal: isLocal && at !== null },
        texts: [first, last].filter((each) => each.trim()),
        startAt: at === null ? null : isLocal ? `${at}:00Z` : new Date(at).toISOString(),
      };
      return call(createCampaign, { params: { id }, body, idempotencyKey: keys.keyOf(body) });
    },
    onSent: closeAndReread(discard, queryKeys.campaigns(id)),
    failed: t('campaigns.failed'),
  });
  const toggle = (name: 'isLocal' | 'quietHours' | 'shortLinks', label: string, description?: string) => (
    <Switch {...{ label, description }} checked={values[name]} onChange={(is) => form.setValue(name, is)} />
  );
  const act = isChange ? t('contacts.save') : t(values.startAt === null ? 'campaigns.begin' : 'campaigns.schedule');
  return (
    <FormDialog
      {...sending}
      wide
      onClose={onClose}
      onKeep={discard}
      aside={priced.each}
      title={t(as === 'again' ? 'campaigns.again' : isChange ? 'sms.edit.open' : 'campaigns.add')}
      submitLabel={estimate === null ? act : `${act} · ${estimate}`}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormInput form={form} name="name" label={t('campaigns.name')} maxLength={80} />
        <FormInput form={form} name="senderId" label={t('sms.compose.senderId')} list={sendersId} />
        <datalist id={sendersId}>
          <Options of={offered} />
        </datalist>
      </div>
      {againOf ? (
        <Notice>{t('campaigns.againTo', { count: as === 'again' ? of.failed : (of?.contacts ?? 0) })}</Notice>
      ) : (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
          <legend className="mb-1.5 text-sm font-medium">{t('campaigns.lists')}</legend>
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={values.lists.length === 0}
              onChange={() => form.setValue('lists', [])}
              className="size-4 accent-accent"
            />
            {withCount(t('contacts.all'), known?.contacts)}
          </label>
          {known?.lists.map(({ name: list, contacts }) => (
            <label key={list} className="flex items-center gap-2">
              <input type="checkbox" value={list} {...form.register('lists')} className="size-4 accent-accent" />
              {withCount(list, contacts)}
            </label>
          ))}
        </fieldset>
      )}
      <Fault text={errors.lists?.message} />
      <SenderCountries priced={priced} />
      <Field
        label={t('campaigns.message')}
        hint={<MessageCounter message={values.text} />}
        error={errors.text?.message}
      >
        <Textarea {...form.register('text')} rows={4} onFocus={() => setField('text')} />
      </Field>
      <div>
        <PersonalFields
          columns={[...new Set(['name', ...(known?.fields ?? [])])]}
          personal={first && values.text.includes('{') ? { preview: first.text, missing: [] } : null}
          message={`${values.text} ${values.second}`}
          into={field}
        />
        <p className="mt-1.5 text-sm text-muted">{t('campaigns.fieldsHint')}</p>
      </div>
      {unfilled > 0 && (
        <Notice tone="warning">
          {t('campaigns.unfilled', {
            ...{ unfilled, names: inBraces(placeholdersOf(values.text)) },
            all: priced.reached,
          })}
        </Notice>
      )}
      <ScheduleField
        hint="campaigns.zone"
        value={values.startAt}
        onChange={(at) => form.setValue('startAt', at, { shouldValidate: form.formState.isSubmitted })}
        error={errors.startAt?.message}
      />
      {values.startAt !== null && toggle('isLocal', t('campaigns.local'))}
      {toggle('quietHours', t('campaigns.quiet'), t('campaigns.quietHint'))}
      <details open={second !== '' || Boolean(errors.perMinute)}>
        <summary className="cursor-pointer text-sm font-medium">{t('voice.options.title')}</summary>
        <div className="mt-3 flex flex-col gap-4">
          <Field
            label={t('campaigns.second')}
            hint={values.second ? <MessageCounter message={values.second} /> : t('campaigns.secondHint')}
          >
            <Textarea {...form.register('second')} rows={2} onFocus={() => setField('second')} />
          </Field>
          {toggle('shortLinks', t('campaigns.short'))}
          <FormInput
            {...{ form, name: 'perMinute', inputMode: 'numeric', className: 'max-w-32' }}
            label={t('campaigns.pace')}
          />
        </div>
      </details>
      {comparePounds(exact ?? '0', user.credits) > 0 && (
        <Notice tone="warning">{t('sms.price.tooLittle', { balance: formatPounds(user.credits) })}</Notice>
      )}
    </FormDialog>
  );
}
