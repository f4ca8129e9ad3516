import { useMutation } from '@tanstack/react-query';
import type { ResponseOf } from '../../src/platform/kit/endpoint.ts';
import type { sendAccountLink } from '../../src/admin/accounts/contract.ts';
import type { viewAccount } from '../../src/callers/contract.ts';
import { t } from '../lib/i18n.ts';
import { beginViewing } from '../state/viewing.ts';
import { SmallButton } from './button.tsx';
import { toastRefusal } from './refusal.tsx';
import { toast } from './toast.tsx';

const KINDS = ['reset_password', 'invitation'] as const;
type Send = (body: { kind: (typeof KINDS)[number] }) => Promise<ResponseOf<typeof sendAccountLink>>;

/** They mail a link by which the owner of an account chooses a password. */
export function LinkButtons({ send }: { send: Send }) {
  const sending = useMutation({
    mutationFn: send,
    onSuccess: ({ sentTo }) => toast(t('admin.account.linkSent', { email: sentTo })),
    onError: (error) => toastRefusal(error, t('admin.account.linkFailed')),
  });
  return KINDS.map((kind) => (
    <SmallButton
      key={kind}
      busy={sending.isPending && sending.variables.kind === kind}
      onClick={() => sending.mutate({ kind })}
    >
      {t(`admin.account.${kind}`)}
    </SmallButton>
  ));
}

/** It shows an account as its owner sees it. */
export function ViewButton({ view }: { view: () => Promise<ResponseOf<typeof viewAccount>> }) {
  const viewing = useMutation({
    mutationFn: view,
    onSuccess: beginViewing,
    onError: (error) => toastRefusal(error, t('admin.account.viewFailed')),
  });
  return (
    <SmallButton busy={viewing.isPending} onClick={() => viewing.mutate()}>
      {t('admin.account.view')}
    </SmallButton>
  );
}
