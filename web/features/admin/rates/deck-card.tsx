import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { Check } from '../../../ui/icons.tsx';
import {
  ANNOUNCED_HOURS,
  importRates,
  offerRateDeck,
  type RateDeck,
  setBelowCost,
  undoRateImport,
  deleteRateDeck,
  previewRateDeletion,
} from '../../../../src/money/decks/contract.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { call } from '../../../lib/call.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/frames.tsx';
import { Only } from '../../../ui/only.tsx';
import { toastRefusal } from '../../../ui/refusal.tsx';
import { Badge, Time } from '../../../ui/values.tsx';
import { toast } from '../../../ui/toast.tsx';
import { queryKeys, reread, useRead } from '../../../lib/reads.ts';
import { ClosedNotice, ClosedText } from './closed-destinations.tsx';
import { DeckRows } from './deck-rows.tsx';
import { ImportDialog } from './import-dialog.tsx';
import type { RateSwitch } from '../../../../src/money/decks/use-contract.ts';
import { AnnouncedPrices, UseButton } from './use-prices.tsx';

/** Leads to the name of a list that was just made. */
function leadTo(name: HTMLElement | null): void {
  name?.focus({ preventScroll: true });
  name?.scrollIntoView({ block: 'center' });
}

interface DeckCardProps {
  deck: RateDeck;
  isNew: boolean;
  /** Its service is sold by it. */
  isSold: boolean;
  /** Absent where its service is not going to be sold by it. */
  announced: RateSwitch | undefined;
}

/** One price list: what it is, its last file, and what can be done with it. */
export function DeckCard({ deck, isNew, isSold, announced }: DeckCardProps) {
  const [open, setOpen] = useState<'import' | 'rows' | null>(null);
  const { id, name, kind, service, carrier, counting, rows, usedBy, lastImport } = deck;
  const params = { deckId: id };
  const what = [
    t(`rates.service.${service}`),
    ...(carrier === null ? [] : [carrierName(carrier)]),
    ...(service === 'sms' ? [t('rates.deck.counting', { counting })] : []),
    ...(deck.currency === 'GBP' ? [] : [t('rates.columns.inCurrency', { currency: deck.currency })]),
    t('rates.deck.rows', { count: rows }),
  ];
  return (
    <Card
      title={
        <span ref={isNew ? leadTo : undefined} tabIndex={-1}>
          {name}
        </span>
      }
      description={what.join(' · ')}
      actions={
        <>
          <Badge tone={kind === 'cost' ? 'warning' : 'accent'}>{t(`rates.kind.${kind}`)}</Badge>
          {deck.used && !announced && <Badge tone="success">{t('rates.deck.used')}</Badge>}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm text-muted">
          {lastImport ? (
            <>
              {t('rates.deck.last', {
                file: lastImport.fileName,
                added: lastImport.added,
                changed: lastImport.changed,
                ended: lastImport.ended,
              })}{' '}
              <Time iso={lastImport.validFrom} />
            </>
          ) : (
            t('rates.deck.empty')
          )}
        </p>
        {lastImport && lastImport.closed > 0 && <ClosedNotice deck={name} lastImport={lastImport} />}
        {usedBy.length > 0 && (
          <p className="text-sm text-muted">{t('rates.deck.usedBy', { resellers: usedBy.map(nameOf).join(', ') })}</p>
        )}
        {announced && <AnnouncedPrices announced={announced} />}
        <Only may={importRates}>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setOpen('import')}>
              {t('rates.deck.import')}
            </Button>
            {kind === 'sell' && rows > 0 && !isSold && !announced && (
              <UseButton label={t('rates.deck.use')} service={service} deckId={id} />
            )}
            {lastImport && <UndoButton deckId={id} importId={lastImport.id} />}
            {kind === 'sell' && (
              <>
                <Switch
                  label={t('rates.deck.belowCost')}
                  on={deck.belowCost}
                  save={(belowCost) => call(setBelowCost, { params, body: { belowCost } })}
                />
                <Switch
                  label={t('rates.deck.offer')}
                  on={deck.offered}
                  save={(offered) => call(offerRateDeck, { params, body: { offered } })}
                />
              </>
            )}
            {rows > 0 && <SmallButton onClick={() => setOpen('rows')}>{t('rates.deck.see')}</SmallButton>}
            <DeleteDeck deck={deck} />
          </div>
          {deck.used && (
            <p className="text-sm text-muted">
              {t('rates.deck.delete')}: {t('sentences.listInUse', { name })}
            </p>
          )}
        </Only>
      </div>
      {open === 'import' && <ImportDialog deck={deck} onClose={() => setOpen(null)} />}
      {open === 'rows' && <DeckRows deck={deck} onClose={() => setOpen(null)} />}
    </Card>
  );
}

/** A reseller, and how many lists of theirs have it if there are several. */
const nameOf = ({ email, lists }: RateDeck['usedBy'][number]): string =>
  lists === 1 ? email : `${email} (${formatNumber(lists)})`;

/** Something that a list is or is not: pressed, it becomes the other. */
function Switch({ label, on, save }: { label: string; on: boolean; save: (on: boolean) => Promise<RateDeck> }) {
  const change = useMutation({
    mutationFn: () => save(!on),
    onSuccess: () => reread(queryKeys.rateDecks),
    onError: (error) => toastRefusal(error, t('rates.failed')),
  });
  return (
    <SmallButton aria-pressed={on} busy={change.isPending} onClick={() => change.mutate()}>
      {on && <Check aria-hidden className="size-4" />}
      {label}
    </SmallButton>
  );
}

function UndoButton({ deckId, importId }: { deckId: string; importId: string }) {
  const undo = useMutation({
    mutationFn: () => call(undoRateImport, { params: { deckId }, body: { importId } }),
    onSuccess: ({ name, lastImport }) => {
      const waits = lastImport !== null && new Date(lastImport.validFrom) > new Date();
      toast(waits ? t('rates.deck.undoLater', { hours: ANNOUNCED_HOURS }) : t('rates.deck.undone'), name);
      return reread(queryKeys.rateDecks);
    },
    onError: (error) => toastRefusal(error, t('rates.failed')),
  });
  return (
    <SmallButton busy={undo.isPending} onClick={() => undo.mutate()}>
      {t('rates.deck.undo')}
    </SmallButton>
  );
}

/** Deletes a price list, after saying what is lost. */
function DeleteDeck({ deck: { id: deckId, name, carrier, used } }: { deck: RateDeck }) {
  const remove = useMutation({
    mutationFn: () => call(deleteRateDeck, { params: { deckId } }),
    onSuccess: () => {
      toast(t('apiDocs.accounts.deleted', { name }));
      return reread(queryKeys.rateDecks);
    },
  });
  return (
    <AskFirst
      danger
      disabled={used}
      label={t('rates.deck.delete')}
      title={t('rates.deck.deleteTitle', { name })}
      description={t('rates.deck.deleteText')}
      action={remove}
      failed={t('rates.failed')}
    >
      {carrier !== null && <Closing deckId={deckId} />}
      {carrier !== null && <p className="text-sm">{t('rates.deck.deleteCost', { provider: carrierName(carrier) })}</p>}
    </AskFirst>
  );
}

/** Shows the destinations that would not be sold any more without these costs. */
function Closing({ deckId }: { deckId: string }) {
  const { data } = useRead(previewRateDeletion, { deckId });
  return data && <ClosedText {...data} />;
}
