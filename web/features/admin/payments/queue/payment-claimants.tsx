import { type Claimant, type PaymentEvidence, getPaymentEvidence } from '../../../../../src/money/evidence/contract.ts';
import { findCoin } from '../../../../../src/money/payments/catalogue.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { useRead } from '../../../../lib/reads.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Fact, Time } from '../../../../ui/values.tsx';
import { VerdictBadge } from '../evidence/verdict-badge.tsx';

/** All customers who claim a payment, side by side, with what speaks for each of them. */
export function PaymentClaimants({ payment }: { payment: PendingPayment }) {
  const { data: known } = useRead(getPaymentEvidence, { transactionId: payment.id });
  if (!known || known.claimants.length === 0) return null;
  const claims = [own(payment, known), ...known.claimants].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const symbol = findCoin(payment.cryptocurrency)?.symbol ?? '';
  return (
    <Notice tone="warning">
      <p className="font-semibold">{t('admin.claims.title', { count: claims.length })}</p>
      <p>{t('admin.claims.hint')}</p>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2">
        {claims.map((claim, place) => (
          <li key={claim.transactionId} className="flex min-w-0 flex-col gap-2 rounded-md bg-surface p-3 text-ink">
            <p className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 font-medium break-words">{claim.user.fullName}</span>
              {claim.verdict && <VerdictBadge verdict={claim.verdict} />}
            </p>
            <p className="text-sm break-all text-muted">{claim.user.email}</p>
            <dl className="grid grid-cols-1 gap-2 text-sm">
              <Fact label={t('admin.claims.asked')}>
                {claim.cryptoAmount} {symbol}
              </Fact>
              <Fact label={t('admin.evidence.quoted')}>
                {claim.quotedAt ? <Time iso={claim.quotedAt} /> : t('admin.evidence.notQuoted')}
              </Fact>
              <Fact label={t('admin.evidence.signature')}>
                {claim.signed ? (
                  <span className="font-medium text-success">{t('admin.claims.signed')}</span>
                ) : (
                  t('admin.claims.unsigned')
                )}
              </Fact>
              <Fact label={t(place === 0 ? 'admin.claims.claimedFirst' : 'admin.claims.claimed')}>
                <Time iso={claim.createdAt} />
              </Fact>
            </dl>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const own = (payment: PendingPayment, { quoted, evidence, signatures }: PaymentEvidence): Claimant => ({
  transactionId: payment.id,
  user: payment.user,
  createdAt: payment.createdAt,
  cryptoAmount: payment.cryptoAmount ?? '',
  quotedAt: quoted?.at ?? null,
  verdict: evidence?.verdict ?? null,
  signed: signatures.some(({ sent }) => sent),
});
