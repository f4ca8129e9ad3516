import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Plus } from '../../ui/icons.tsx';
import {
  type CarrierAccount,
  changeCarrierAccount,
  createCarrierAccount,
  deleteCarrierAccount,
  listCarrierAccounts,
} from '../../../src/carriers/accounts/contract.ts';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { Badge } from '../../ui/values.tsx';
import { Button, SmallButton } from '../../ui/button.tsx';
import { Card, ReadFrame, SkeletonRows } from '../../ui/frames.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { CarrierAccountDialog, tellOf } from './carrier-account-dialog.tsx';

const TONES = { broken: 'danger', on: 'success', off: 'neutral' } as const;

type Kinds = ResponseOf<typeof listCarrierAccounts>['kinds'];

/** The accounts of carriers that administrators made, and the dialogs that make and change them. */
export function CarrierAccounts() {
  const read = useRead(listCarrierAccounts, {});
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card
      flush
      title={t('apiDocs.accounts.title')}
      description={t('apiDocs.accounts.text')}
      actions={
        <Button size="sm" disabled={!read.data} icon={Plus} onClick={() => setIsAdding(true)}>
          {t('apiDocs.accounts.add')}
        </Button>
      }
    >
      <ReadFrame read={read} pending={<SkeletonRows rows={1} />}>
        {({ accounts, kinds }) => (
          <>
            {accounts.length === 0 ? (
              <p className="border-t border-line px-5 py-4 text-muted">{t('apiDocs.accounts.empty')}</p>
            ) : (
              <ul aria-label={t('apiDocs.accounts.title')} className="divide-y divide-line border-t border-line">
                {accounts.map((account) => (
                  <Account key={account.name} account={account} kinds={kinds} />
                ))}
              </ul>
            )}
            {isAdding && (
              <CarrierAccountDialog
                title={t('apiDocs.accounts.add')}
                kinds={kinds}
                onClose={() => setIsAdding(false)}
                send={(body) => call(createCarrierAccount, { body })}
              />
            )}
          </>
        )}
      </ReadFrame>
    </Card>
  );
}

/** One account: whether it is in use, and the buttons that change it. */
function Account({ account, kinds }: { account: CarrierAccount; kinds: Kinds }) {
  const { name, kind, isOn, isOpen, set } = account;
  const [isChanging, setIsChanging] = useState(false);
  const onError = (error: Error) =>
    toastFailure(t('apiDocs.accounts.failed'), messageOf(error, t('apiDocs.accounts.failed')));
  const change = useMutation({
    mutationFn: () => call(changeCarrierAccount, { params: { name }, body: { isOn: !isOn } }),
    onSuccess: (saved) => tellOf(saved),
    onError,
  });
  const remove = useMutation({
    mutationFn: () => call(deleteCarrierAccount, { params: { name } }),
    onSuccess: () => tellOf({ name }, t('apiDocs.accounts.deleted', { name })),
    onError,
  });
  const state = !isOpen ? 'broken' : isOn ? 'on' : 'off';
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3">
      <bdi className="font-medium break-all">{name}</bdi>
      <Badge tone={TONES[state]}>{t(`apiDocs.accounts.${state}`)}</Badge>
      <span className="ms-auto flex flex-wrap gap-2">
        <SmallButton onClick={() => setIsChanging(true)}>{t('apiDocs.accounts.change', { name })}</SmallButton>
        <SmallButton busy={change.isPending} onClick={() => change.mutate()}>
          {t(isOn ? 'apiDocs.accounts.stop' : 'apiDocs.accounts.use', { name })}
        </SmallButton>
        <AskFirst
          danger
          label={t('apiDocs.accounts.delete', { name })}
          title={t('apiDocs.accounts.deleteTitle', { name })}
          description={t('apiDocs.accounts.deleteText')}
          action={remove}
        />
      </span>
      {isChanging && (
        <CarrierAccountDialog
          title={t('apiDocs.accounts.change', { name })}
          kinds={kinds.filter((each) => each.kind === kind)}
          changed={{ name, set }}
          onClose={() => setIsChanging(false)}
          send={({ settings }) => call(changeCarrierAccount, { params: { name }, body: { settings } })}
        />
      )}
    </li>
  );
}
