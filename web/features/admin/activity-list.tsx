import { useState } from 'react';
import { History } from 'lucide-react';
import { listActivity, type Activity } from '../../../src/admin/contract.ts';
import { call } from '../../lib/call.ts';
import { t, type TextKey } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Time } from '../../ui/time.tsx';

/** What the audit log's actions are called. One that is not here is shown by its own name. */
const ACTIONS: Record<string, TextKey> = {
  'account.registered': 'admin.activity.accountRegistered',
  'account.created': 'admin.activity.accountCreated',
  'account.suspended': 'admin.activity.accountSuspended',
  'account.activated': 'admin.activity.accountActivated',
  'account.profile_changed': 'admin.activity.profileChanged',
  'session.started': 'admin.activity.sessionStarted',
  'session.failed': 'admin.activity.sessionFailed',
  'session.ended': 'admin.activity.sessionEnded',
  'password.changed': 'admin.activity.passwordChanged',
  'api_key.rotated': 'admin.activity.apiKeyRotated',
  'sessions.revoked': 'admin.activity.sessionsRevoked',
  'api_key.created': 'admin.activity.apiKeyCreated',
  'api_key.revoked': 'admin.activity.apiKeyRevoked',
  'totp.enabled': 'admin.activity.totpEnabled',
  'totp.disabled': 'admin.activity.totpDisabled',
  'recovery_codes.created': 'admin.activity.recoveryCodesCreated',
  'passkey.added': 'admin.activity.passkeyAdded',
  'passkey.removed': 'admin.activity.passkeyRemoved',
  'second_factor.reset': 'admin.activity.secondFactorReset',
  'payment.submitted': 'admin.activity.paymentSubmitted',
  'payment.approved': 'admin.activity.paymentApproved',
  'payment.approval_withdrawn': 'admin.activity.paymentApprovalWithdrawn',
  'payments.exported': 'admin.activity.paymentsExported',
  'payment.verified': 'admin.activity.paymentVerified',
  'payment.rejected': 'admin.activity.paymentRejected',
  'order.paid': 'admin.activity.orderPaid',
  'order.cancelled': 'admin.activity.orderCancelled',
  'sip_credentials.rotated': 'admin.activity.sipCredentialsRotated',
  'balance.adjusted': 'admin.activity.balanceAdjusted',
  'credit.transferred': 'admin.activity.creditTransferred',
  'price_list.changed': 'admin.activity.priceListChanged',
  'brand.changed': 'admin.activity.brandChanged',
  'message.settled': 'admin.activity.messageSettled',
  'number.given_up': 'admin.activity.numberGivenUp',
  'provider.switched': 'admin.activity.providerSwitched',
  'provider.failed_over': 'admin.activity.providerFailedOver',
  'webhook.created': 'admin.activity.webhookCreated',
  'webhook.changed': 'admin.activity.webhookChanged',
  'webhook.deleted': 'admin.activity.webhookDeleted',
  'webhook.secret_rotated': 'admin.activity.webhookSecretRotated',
  'users.exported': 'admin.activity.usersExported',
};

/** How many are shown before somebody asks for all. */
const RECENT = 8;

/** Administrative and security actions, newest first, from the audit log. */
export function ActivityList() {
  const [all, setAll] = useState(false);
  const list = usePagedList({
    queryKey: queryKeys.adminActivity,
    load: (query) => call(listActivity, { query }),
  });
  const shown = all ? list.rows : list.rows.slice(0, RECENT);
  return (
    <Card
      flush
      title={t('admin.activity.title')}
      actions={
        list.rows.length > RECENT && (
          <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'admin.activity.showRecent' : 'admin.activity.showAll')}
          </Button>
        )
      }
    >
      <ListFrame
        list={list}
        more={all}
        empty={
          <EmptyState icon={<History aria-hidden className="size-5" />} title={t('admin.activity.empty')} />
        }
      >
        <ul aria-label={t('admin.activity.title')} className="divide-y divide-line border-t border-line">
          {shown.map((entry) => (
            <ActivityRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </ListFrame>
    </Card>
  );
}

function ActivityRow({ entry }: { entry: Activity }) {
  const name = ACTIONS[entry.action];
  const who = entry.actor?.email ?? t('admin.activity.system');
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-5 py-2.5">
      <p className="min-w-0 break-words">
        <span className="font-medium">{name ? t(name) : entry.action}</span>
        {entry.subject && entry.subject !== who && <> · {entry.subject}</>}
        {particularsOf(entry.detail).map((text) => (
          <span key={text} className="text-muted">
            {' '}
            · {text}
          </span>
        ))}
        <span className="block text-sm text-muted">{who}</span>
      </p>
      <span className="text-sm text-muted">
        <Time iso={entry.at} />
      </span>
    </li>
  );
}

/** What a reader wants to know of an entry's detail: how much, to whom it went, and why. */
function particularsOf({ amount, to, reason }: Activity['detail']): string[] {
  const texts = [typeof amount === 'string' && formatPounds(amount), to, reason];
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}
