import { listUnclaimed, type UnclaimedTransfer } from '../../../../../src/money/wallets/contract.ts';
import { useState } from 'react';
import { callPage } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { usePagedList } from '../../../../lib/use-paged-list.ts';
import { Card } from '../../../../ui/card.tsx';
import { ListFrame } from '../../../../ui/list-frame.tsx';
import { type NearQuote, TransferDialog } from './transfer-dialog.tsx';
import { TransferRow } from './transfer-row.tsx';

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
  const list = usePagedList({
    queryKey: queryKeys.unclaimedTransfers,
    load: (query) => callPage(listUnclaimed, { query }),
  });
  if (list.rows.length === 0 && !list.isError) return null;
  return (
    <Card title={t('admin.transfers.title')} description={t('admin.transfers.description')} flush>
      <ListFrame list={list} empty={null}>
        <ul className="divide-y divide-line">
          {list.rows.map((transfer) => (
            <TransferRow key={transfer.id} transfer={transfer} onDecide={(quote) => setChoice({ transfer, quote })} />
          ))}
        </ul>
      </ListFrame>
      {choice && <TransferDialog {...choice} onClose={() => setChoice(null)} />}
    </Card>
  );
}
