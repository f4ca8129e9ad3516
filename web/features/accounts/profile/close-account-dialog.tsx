import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { closeAccount, getClosing, type Obstacle } from '../../../../src/accounts/closing/contract.ts';
import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import { call } from '../../../lib/call.ts';
import { t, type TextKey } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/reads.ts';
import { useCurrentUser, useSession } from '../../../state/session.ts';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { formatPounds } from '../../../ui/values.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ReadFrame, SkeletonRows } from '../../../ui/frames.tsx';
import { SupportLinks } from '../../../ui/support-links.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Refusal } from '../../../ui/refusal.tsx';

const OBSTACLE_TEXTS: Record<Obstacle, TextKey> = {
  last_administrator: 'sentences.closingLastAdministrator',
  customers: 'sentences.closingCustomers',
  owed: 'sentences.closingOwed',
  payments: 'sentences.closingPayments',
  reversals: 'sentences.closingReversals',
  orders: 'sentences.closingOrders',
  messages: 'sentences.closingMessages',
  calls: 'sentences.closingCalls',
  numbers: 'sentences.closingNumbers',
  ports: 'sentences.closingPorts',
};

type Closing = ResponseOf<typeof getClosing>;

/** Says what closing the account ends and gives up, and closes it once its owner has typed who they are. */
export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const read = useRead(getClosing, {});
  if (read.data && read.data.obstacles.length === 0) return <Confirm closing={read.data} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={t('settings.closing.title')}>
      <ReadFrame read={read} pending={<SkeletonRows rows={2} />}>
        {({ obstacles }) => (
          <Notice tone="warning">
            <p className="font-medium">{t('settings.closing.obstaclesTitle')}</p>
            <ul className="list-disc ps-5">
              {obstacles.map(({ kind }) => (
                <li key={kind}>{t(OBSTACLE_TEXTS[kind])}</li>
              ))}
            </ul>
          </Notice>
        )}
      </ReadFrame>
      <SupportLinks className="mt-4 text-sm text-muted" />
    </Dialog>
  );
}

function Confirm({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  const { email } = useCurrentUser();
  const [typed, setTyped] = useState('');
  const [gives, setGives] = useState(false);
  const hasBalance = closing.balance !== '0.00';
  const balance = formatPounds(closing.balance);
  const close = useMutation({
    mutationFn: () => call(closeAccount, { body: { email: typed, givesUp: closing.balance } }),
    onSuccess: () => {
      toast(t('settings.closing.done'), t('settings.closing.doneText', { email }));
      useSession.getState().clear();
    },
  });
  const isSure = typed.trim().toLowerCase() === email.toLowerCase() && (gives || !hasBalance);
  return (
    <ConfirmDialog
      danger
      open
      onClose={onClose}
      title={t('settings.closing.title')}
      description={t('settings.closing.text', { email, days: closing.undoDays })}
      confirmLabel={t('settings.data.close')}
      busy={close.isPending}
      disabled={!isSure}
      onConfirm={() => close.mutate()}
    >
      <div className="flex flex-col gap-4">
        {closing.numbers > 0 && <p>{t('settings.closing.numbers', { count: closing.numbers })}</p>}
        {hasBalance && (
          <>
            <Notice tone="warning">{t('settings.closing.balance', { balance })}</Notice>
            <SupportLinks className="text-sm text-muted" />
            <Checkbox className="text-sm" checked={gives} onChange={({ target }) => setGives(target.checked)}>
              {t('settings.closing.giveUp', { balance })}
            </Checkbox>
          </>
        )}
        <Field label={t('settings.closing.typeAddress')} hint={<bdi>{email}</bdi>}>
          <Input type="email" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        {close.error && <Refusal error={close.error} fallback={t('settings.closing.failed')} />}
      </div>
    </ConfirmDialog>
  );
}
