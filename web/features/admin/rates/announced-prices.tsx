import { useMutation } from '@tanstack/react-query';
import { cancelRateSwitch, type RateDeck } from '../../../../src/money/decks/contract.ts';
import type { RateSwitch } from '../../../../src/money/decks/use-contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { formatPercent } from '../../../lib/locale.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toastRefusal } from '../../../ui/refusal.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast.tsx';
import { readAgain } from './read-again.ts';

interface AnnouncedPricesProps {
  announced: RateSwitch;
  decks: readonly RateDeck[];
}

/** By which list a service is going to be sold, and a way to take that back. */
export function AnnouncedPrices({ announced, decks }: AnnouncedPricesProps) {
  const { service, deckId, resellerDeckId, resellerPercent, holdsFrom } = announced;
  const cancel = useMutation({
    mutationFn: () => call(cancelRateSwitch, { params: { service } }),
    onSuccess: () => {
      toast({ title: t('rates.use.cancelled') });
      return readAgain();
    },
    onError: (error) => toastRefusal(error, t('rates.failed')),
  });
  const nameOf = (id: string | null) => decks.find((deck) => deck.id === id)?.name ?? t('rates.use.flat');
  return (
    <Notice tone="warning">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          <Time iso={holdsFrom} />{' '}
          {t('rates.use.pending', {
            list: nameOf(deckId),
            resellers: nameOf(resellerDeckId ?? deckId),
            percent: formatPercent(resellerPercent),
          })}
        </p>
        <Button size="sm" variant="secondary" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('rates.use.cancel')}
        </Button>
      </div>
    </Notice>
  );
}
