import {
  listUnclaimed,
  type UnclaimedTransfer,
  attachTransfer,
  dismissTransfer,
} from '../../../../../src/money/wallets/contract.ts';
import { useState } from 'react';
import { call } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../../lib/reads.ts';
import { usePagedList } from '../../../../lib/use-paged-list.ts';
import { ListCard } from '../../../../ui/frames.tsx';
import { Only } from '../../../../ui/only.tsx';
import { coinText, findCoin } from '../../../../../src/money/payments/catalogue.ts';
import { Button, SmallButton } from '../../../../ui/button.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { ExternalLink } from '../../../../ui/external-link.tsx';
import { Time, formatPounds } from '../../../../ui/values.tsx';
import { removeRows } from '../../../../lib/list-cache.ts';
import { useIdempotencyKey } from '../../../../lib/use-idempotency-key.ts';
import { TextDialog } from '../../../../ui/text-dialog.tsx';
import { toast } from '../../../../ui/toast.tsx';

/** A decision on a transfer that waits for confirmation. */
interface Choice {
  transfer: UnclaimedTransfer;
  /** Null: it is no payment. */
  quote: NearQuote | null;
}

/**
 * Shows the payments that arrived at our addresses and belong to nobody. Nothing is shown where there is
 * none.
 */
export function UnclaimedTransfers() {
  const [choice, setChoice] = useState<Choice | null>(null);
  const list = usePagedList(listUnclaimed);
  if (list.rows.length === 0 && !list.isError) return null;
  return (
    <ListCard
      title={t('admin.transfers.title')}
      description={t('admin.transfers.description')}
      list={list}
      empty={null}
      row={(transfer) => <TransferRow transfer={transfer} onDecide={(quote) => setChoice({ transfer, quote })} />}
    >
      {choice && <TransferDialog {...choice} onClose={() => setChoice(null)} />}
    </ListCard>
  );
}

interface TransferRowProps {
  transfer: UnclaimedTransfer;
  /** Null: it is no payment. */
  onDecide: (quote: NearQuote | null) => void;
}

/** A transfer that nobody has claimed, with the quotes that it comes nearest to. */
function TransferRow({ transfer, onDecide }: TransferRowProps) {
  const { cryptocurrency, amount, transactionHash, explorerUrl, seenAt } = transfer;
  const coin = findCoin(cryptocurrency);
  return (
    <li className="flex flex-col gap-3 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold break-all">
            <bdi>{coinText(amount, cryptocurrency)}</bdi>
            {coin && <span className="font-normal text-muted"> · {coin.network}</span>}
          </p>
          <p className="text-sm text-muted">
            <Time iso={seenAt} />
          </p>
        </div>
        <Only may={dismissTransfer}>
          <SmallButton onClick={() => onDecide(null)}>{t('admin.transfers.dismiss')}</SmallButton>
        </Only>
      </div>
      <div>
        <span className="flex items-start gap-1">
          <span className="min-w-0 py-1.5 font-mono text-sm text-balance break-all">{transactionHash}</span>
          <CopyButton value={transactionHash} label={t('admin.payments.copyHash')} />
        </span>
        {explorerUrl && <ExternalLink href={explorerUrl}>{t('admin.payments.explorer')}</ExternalLink>}
      </div>
      <NearestQuotes transfer={transfer} onDecide={onDecide} />
    </li>
  );
}

function NearestQuotes({ transfer: { nearest }, onDecide }: TransferRowProps) {
  if (nearest.length === 0) return <p className="text-sm text-muted">{t('admin.transfers.noQuotes')}</p>;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">{t('admin.transfers.nearest')}</p>
      <ul className="flex flex-col gap-2">
        {nearest.map((quote) => (
          <li
            key={quote.quoteId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken p-3"
          >
            <div className="min-w-0 text-sm">
              <p className="font-medium break-words">
                {quote.user.fullName} · <span className="break-all">{quote.user.email}</span>
              </p>
              <p className="break-all">
                <bdi>{coinText(quote.cryptoAmount, quote.cryptocurrency)}</bdi> · {formatPounds(quote.amount)}
              </p>
              <p className="text-muted">
                <Time iso={quote.createdAt} />
              </p>
            </div>
            <Only may={attachTransfer}>
              <Button size="sm" onClick={() => onDecide(quote)}>
                {t('admin.transfers.attach')}
              </Button>
            </Only>
          </li>
        ))}
      </ul>
    </div>
  );
}

type NearQuote = UnclaimedTransfer['nearest'][number];

interface TransferDialogProps {
  transfer: UnclaimedTransfer;
  /** The quote that it is attached to; null: it is no payment. */
  quote: NearQuote | null;
  onClose: () => void;
}

/** Asks why a transfer is a customer's payment, or why it is none. */
function TransferDialog({ transfer, quote, onClose }: TransferDialogProps) {
  const keys = useIdempotencyKey();
  const amount = coinText(transfer.amount, transfer.cryptocurrency);
  const decide = async (reason: string) => {
    const params = { transferId: transfer.id };
    if (quote) {
      const body = { quoteId: quote.quoteId, reason };
      await call(attachTransfer, { params, body, idempotencyKey: keys.keyOf(body) });
    } else await call(dismissTransfer, { params, body: { reason }, idempotencyKey: keys.keyOf({ reason }) });
    toast(t(quote ? 'admin.transfers.attached' : 'admin.transfers.dismissed'), amount);
    removeRows(queryKeys.unclaimedTransfers, transfer.id);
    void reread(
      queryKeys.unclaimedTransfers,
      queryKeys.pendingPayments,
      queryKeys.pendingCount,
      queryKeys.adminActivity,
    );
  };
  return (
    <TextDialog
      title={t(quote ? 'admin.transfers.attachTitle' : 'admin.transfers.dismissTitle')}
      description={
        quote
          ? t('admin.transfers.attachText', {
              amount,
              email: quote.user.email,
              due: coinText(quote.cryptoAmount, quote.cryptocurrency),
            })
          : t('admin.transfers.dismissText', { amount })
      }
      label={t('admin.transfers.reason')}
      hint={t('admin.transfers.reasonHint')}
      submitLabel={t(quote ? 'admin.transfers.attach' : 'admin.transfers.dismiss')}
      send={decide}
      failed={t('admin.transfers.failed')}
      onClose={onClose}
    />
  );
}
