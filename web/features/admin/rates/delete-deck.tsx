import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { deleteRateDeck, previewRateDeletion, type RateDeck, USED_DAYS } from '../../../../src/money/decks/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { readAgain } from './read-again.ts';

/** Deletes a price list, after saying what is lost. */
export function DeleteDeck({ deck: { id: deckId, name, carrier } }: { deck: RateDeck }) {
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => call(deleteRateDeck, { params: { deckId } }),
    onSuccess: readAgain,
  });
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
        {t('rates.deck.delete')}
      </Button>
      <ConfirmDialog
        danger
        open={asking}
        onClose={close}
        title={t('rates.deck.deleteTitle', { name })}
        description={t('rates.deck.deleteText')}
        confirmLabel={t('rates.deck.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {asking && carrier !== null && <Closing deckId={deckId} />}
        {carrier !== null && <p className="text-sm">{t('rates.deck.deleteCost', { provider: carrier })}</p>}
        {remove.error && <Refusal error={remove.error} fallback={t('rates.failed')} />}
      </ConfirmDialog>
    </>
  );
}

/** Shows the destinations that would not be sold any more without these costs; nothing if all of them would. */
function Closing({ deckId }: { deckId: string }) {
  const { data } = useRead(previewRateDeletion, { deckId });
  if (!data || data.closed === 0) return null;
  const values = {
    closed: formatNumber(data.closed),
    sold: formatNumber(data.sold),
    used: formatNumber(data.closedUsed),
    days: USED_DAYS,
  };
  return <Notice tone="danger">{t('rates.changes.closed', values)}</Notice>;
}
