import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import {
  createSmppAccount,
  listSmppAccounts,
  SMPP_MOST,
  type smppAccount,
} from '../../../../src/services/smpp/contract.ts';
import { revokeApiKey } from '../../../../src/callers/keys/contract.ts';
import { bodyOf, call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread, useRead } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { FormDialog, useContractForm, useFormCall } from '../../../ui/form.tsx';
import { Network, Plus } from '../../../ui/icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { Card, EmptyState, RowList, SkeletonRows } from '../../../ui/frames.tsx';
import { Badge, formatTime } from '../../../ui/values.tsx';
import { toastFailure } from '../../../ui/toast.tsx';
import { type Login, SmppConfiguration } from './smpp-configuration.tsx';

/** Networks in the form that people type: with commas between them. */
const smppForm = bodyOf(createSmppAccount).extend({ addresses: z.string() });

/** Makes a system id with its limits. */
function SmppForm({ onMade, onClose }: { onMade: (login: Login) => void; onClose: () => void }) {
  const { id } = useCurrentUser();
  const form = useContractForm(smppForm, {
    defaultValues: { addresses: '', binds: 2, openRequests: 10, perSecond: 30, receives: true, cheaperSpelling: false },
  });
  const { errors } = form.formState;
  const create = useFormCall(form, {
    send: ({ addresses, ...limits }) =>
      call(createSmppAccount, {
        params: { id },
        body: { ...limits, addresses: addresses.split(/[\s,]+/).filter(Boolean) },
      }),
    onSent: onMade,
    failed: t('settings.apiKeys.failed'),
  });
  return (
    <FormDialog {...create} onClose={onClose} title={t('smpp.formTitle')} submitLabel={t('smpp.add')}>
      <Field label={t('smpp.addresses')} hint={t('smpp.addressesHint')} error={errors.addresses?.message}>
        <Input {...form.register('addresses')} dir="ltr" placeholder="198.51.100.7, 203.0.113.0/28" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        {(['binds', 'openRequests', 'perSecond'] as const).map((name) => (
          <Field key={name} label={t(`smpp.${name}`)} error={errors[name]?.message}>
            <Input
              {...form.register(name, { valueAsNumber: true })}
              type="number"
              inputMode="numeric"
              min={1}
              max={SMPP_MOST[name]}
            />
          </Field>
        ))}
      </div>
      {(['receives', 'cheaperSpelling'] as const).map((name) => (
        <Checkbox key={name} {...form.register(name)}>
          {t(`smpp.${name}`)}
        </Checkbox>
      ))}
    </FormDialog>
  );
}

type Account = z.infer<typeof smppAccount>;

/** How a customer's own gateway binds: its system ids, and what Kannel and Jasmin are told. */
export function SmppTab() {
  const { id } = useCurrentUser();
  const read = useRead(listSmppAccounts, { id });
  const [adding, setAdding] = useState(false);
  const [fresh, setFresh] = useState<Login | null>(null);
  const changed = () => void reread(queryKeys.smppAccounts(id));
  const accounts = read.data?.accounts ?? [];
  const add = (
    <Button may="revokeApiKey" icon={Plus} onClick={() => setAdding(true)}>
      {t('smpp.add')}
    </Button>
  );
  const isOff = read.data && read.data.port === null && read.data.tlsPort === null;
  return (
    <div className="flex flex-col gap-5">
      {isOff && <Notice tone="warning">{t('smpp.off')}</Notice>}
      <Card flush title={t('smpp.title')} description={t('smpp.description')} actions={accounts.length > 0 && add}>
        {read.data === undefined ? (
          <SkeletonRows rows={2} />
        ) : accounts.length === 0 ? (
          <EmptyState icon={Network} title={t('smpp.empty')} description={t('smpp.emptyHint')} action={add} />
        ) : (
          <RowList
            label={t('smpp.title')}
            rows={accounts}
            row={(account) => <AccountRow account={account} onEnded={changed} />}
          />
        )}
      </Card>
      {read.data && (
        <SmppConfiguration server={read.data} login={fresh ?? { systemId: accounts[0]?.systemId ?? null }} />
      )}
      {adding && (
        <SmppForm
          onClose={() => setAdding(false)}
          onMade={(login) => {
            setAdding(false);
            setFresh(login);
            changed();
          }}
        />
      )}
      <SecretDialog
        secret={fresh?.password ?? null}
        title={t('smpp.passwordTitle', { name: fresh?.systemId ?? '' })}
        description={t('settings.apiKey.freshText')}
        copyLabel={t('smpp.copyPassword')}
        onClose={() => setFresh(null)}
      />
    </div>
  );
}

function AccountRow({ account, onEnded }: { account: Account; onEnded: () => void }) {
  const { id } = useCurrentUser();
  const { systemId, bound, waiting, createdAt, addresses, perSecond, openRequests, binds } = account;
  // A system id is an API key.
  const end = useMutation({
    mutationFn: () => call(revokeApiKey, { params: { id, keyId: account.id } }),
    onSuccess: onEnded,
    onError: (error) => toastFailure(t('settings.error'), messageOf(error, t('settings.apiKeys.failed'))),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <code className="font-mono font-medium break-all">{systemId}</code>
          <Badge tone={bound.length > 0 ? 'success' : 'neutral'}>
            {bound.length > 0 ? t('smpp.bound', { count: bound.length }) : t('smpp.notBound')}
          </Badge>
          {waiting > 0 && <Badge tone="warning">{t('smpp.waiting', { count: waiting })}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {t('smpp.limits', { binds, openRequests, perSecond })}
          {addresses.length > 0 && (
            <>
              {' · '}
              <span dir="ltr">{addresses.join(', ')}</span>
            </>
          )}
        </p>
        {account.cheaperSpelling && <p className="text-sm text-muted">{t('smpp.cheaperSpelling')}</p>}
        <p className="text-sm text-muted">{t('settings.apiKeys.created', { date: formatTime(createdAt, 'day') })}</p>
      </div>
      <AskFirst
        danger
        label={t('smpp.end')}
        nameOf={t('smpp.endOf', { name: systemId })}
        title={t('smpp.endTitle', { name: systemId })}
        description={t('smpp.endText')}
        action={end}
      />
    </li>
  );
}
