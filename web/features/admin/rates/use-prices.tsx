import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { listSettings } from '../../../../src/admin/settings/contract.ts';
import {
  cancelRateSwitch,
  listRateDecks,
  type RateDeck,
  useRateDeck as setUse,
} from '../../../../src/money/decks/contract.ts';
import type { RateSwitch } from '../../../../src/money/decks/use-contract.ts';
import { call } from '../../../lib/call.ts';
import { formatPercent, t } from '../../../lib/i18n.ts';
import { Link } from '../../../lib/router.ts';
import { queryKeys, reread, useRead } from '../../../lib/reads.ts';
import { useQueried } from '../../../lib/use-queried.ts';
import { Announced } from '../../../ui/announced.tsx';
import { SmallButton } from '../../../ui/button.tsx';
import { closeAndSay } from '../../../ui/close-and-say.ts';
import { Field, Input, Options, Select } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { ReadFrame } from '../../../ui/frames.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Only } from '../../../ui/only.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { formatPounds, formatTime } from '../../../ui/values.tsx';
import { ChangeCounts, ChangesTable } from './changes-table.tsx';

type Service = RateDeck['service'];
type Terms = Pick<RateSwitch, 'deckId' | 'resellerDeckId' | 'resellerPercent'>;

/** By what each service is sold, and is going to be; with words for it. */
function useUses() {
  const { decks = [], uses = [], announced = [] } = useRead(listRateDecks, {}).data ?? {};
  const nameOf = (id: string | null) => decks.find((deck) => deck.id === id)?.name ?? t('rates.use.flat');
  const termsText = (terms: Terms | undefined) =>
    terms?.deckId
      ? t('rates.use.terms', {
          list: nameOf(terms.deckId),
          resellers: nameOf(terms.resellerDeckId ?? terms.deckId),
          percent: formatPercent(terms.resellerPercent),
        })
      : t('rates.use.flat');
  const soldBy = (service: Service) => uses.find((each) => each.service === service);
  const announcedOf = (service: Service) => announced.find((each) => each.service === service);
  const offeredOf = (service: Service) => decks.filter((deck) => deck.kind === 'sell' && deck.service === service);
  return { soldBy, announcedOf, offeredOf, nameOf, termsText };
}

/** By which list a service is sold, and what resellers pay of it. */
export function UsePrices({ service }: { service: Service }) {
  const { soldBy, announcedOf, offeredOf, termsText } = useUses();
  const [use, announced] = [soldBy(service), announcedOf(service)];
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{t(`rates.use.${service}`)}</p>
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <p>{use ? termsText(use) : <FlatPrices service={service} />}</p>
        {(use || offeredOf(service).length > 0) && (
          <UseButton label={t('admin.settings.change')} isTop service={service} deckId={use?.deckId ?? null} />
        )}
      </div>
      {announced && <AnnouncedPrices announced={announced} />}
    </div>
  );
}

/** What is paid without a list, and the way to change it. */
function FlatPrices({ service }: { service: Service }) {
  const { data } = useRead(listSettings, {});
  const [price, resellers] = ([`${service}_price`, `${service}_price_reseller`] as const).map(
    (name) => data?.find((each) => each.name === name)?.value,
  );
  return (
    <Only may={listSettings}>
      {price && resellers && (
        <>{t('rates.use.flatNow', { price: formatPounds(price), resellers: formatPounds(resellers) })} </>
      )}
      <Link to="/admin" hash="settings" search={{ setting: `${service}_price` }} className="text-accent underline">
        {t('admin.settings.groupPrices')}
      </Link>
    </Only>
  );
}

interface UseButtonProps {
  label: string;
  service: Service;
  /** The list that is chosen at first. */
  deckId: string | null;
  /** It stands at the top of the page, and says which service it changes. */
  isTop?: boolean;
}

/** Asks by what a service is to be sold. */
export function UseButton({ label, isTop = false, ...dialog }: UseButtonProps) {
  const [asking, setAsking] = useState(false);
  const name = t('admin.settings.changeOf', { name: t(`rates.use.${dialog.service}`) });
  return (
    // Whoever may take a choice back may choose.
    <Only may={cancelRateSwitch}>
      <SmallButton aria-label={isTop ? name : undefined} onClick={() => setAsking(true)}>
        {label}
      </SmallButton>
      {asking && <UseDialog {...dialog} onClose={() => setAsking(false)} />}
    </Only>
  );
}

/** Chooses by what a service is sold and what resellers pay of it, and shows what that changes. */
function UseDialog({ service, deckId: first, onClose }: Omit<UseButtonProps, 'label'> & { onClose: () => void }) {
  const { soldBy, announcedOf, offeredOf, nameOf, termsText } = useUses();
  const announced = announcedOf(service);
  const { deckId: used = null, resellerDeckId = null, resellerPercent = 100 } = soldBy(service) ?? {};
  const [chosen, setChosen] = useState({ deckId: first, resellerDeckId, percent: String(resellerPercent) });
  const choose = (part: Partial<typeof chosen>) => setChosen({ ...chosen, ...part });
  const { deckId, percent } = chosen;
  // What is no number is refused like 0.
  const to: Terms =
    deckId === null
      ? { deckId, resellerDeckId: null, resellerPercent: 100 }
      : { deckId, resellerDeckId: chosen.resellerDeckId, resellerPercent: Number(percent) || 0 };
  const isUnchanged = deckId === used && to.resellerDeckId === resellerDeckId && to.resellerPercent === resellerPercent;
  const read = useQueried(
    listRateDecks,
    {},
    {
      ...{ instead: service, resellerPercent: to.resellerPercent },
      ...{ deckId: deckId ?? undefined, resellerDeckId: to.resellerDeckId ?? undefined },
    },
  );
  const save = useMutation({
    mutationFn: () => call(setUse, { params: { service }, body: to }),
    onSuccess: closeAndSay(
      onClose,
      ({ announced: later }) => [
        t(later ? 'rates.use.announced' : 'rates.use.saved'),
        `${t(`rates.use.${service}`)}: ${nameOf(deckId)}`,
      ],
      queryKeys.rateDecks,
    ),
  });
  return (
    <FormDialog
      wide
      onSubmit={() => save.mutate()}
      busy={save.isPending}
      disabled={isUnchanged || !read.data?.changes || read.isError}
      onClose={onClose}
      title={t(`rates.use.${service}`)}
      description={`${t('rates.changes.before')}: ${termsText(soldBy(service))}`}
      submitLabel={t('rates.use.save')}
      aside={isUnchanged ? t('rates.use.unchanged') : undefined}
    >
      <div className="grid items-end gap-4 sm:grid-cols-3">
        <Field label={t('rates.changes.after')}>
          <Select value={deckId ?? ''} onChange={({ target }) => choose({ deckId: target.value || null })}>
            <option value="">{t('rates.use.flat')}</option>
            <Options of={offeredOf(service)} />
          </Select>
        </Field>
        {deckId !== null && (
          <>
            <Field label={t('rates.use.resellers')}>
              <Select
                value={chosen.resellerDeckId ?? ''}
                onChange={({ target }) => choose({ resellerDeckId: target.value || null })}
              >
                <option value="">{t('rates.use.same')}</option>
                <Options of={offeredOf(service)} />
              </Select>
            </Field>
            <Field label={t('rates.use.percent')}>
              <Input value={percent} inputMode="numeric" onChange={({ target }) => choose({ percent: target.value })} />
            </Field>
          </>
        )}
      </div>
      <ReadFrame read={read} failed={(_, error) => <Refusal error={error} fallback={t('rates.failed')} />}>
        {({ changes }) =>
          changes && (
            <>
              <Notice tone={changes.holdsFrom === null ? 'info' : 'warning'}>
                {changes.holdsFrom === null
                  ? t('rates.use.atOnce')
                  : t('rates.use.later', { count: changes.told, time: formatTime(changes.holdsFrom) })}
              </Notice>
              {announced && termsText(announced) !== termsText(to) && (
                <Notice tone="warning">
                  {t('rates.use.replaces', { list: termsText(announced), time: formatTime(announced.holdsFrom) })}
                </Notice>
              )}
              <ChangeCounts
                kinds={['dearer', 'cheaper', 'gone', ...(changes.new > 0 ? ['new' as const] : [])]}
                counts={changes}
              />
              {changes.gone > 0 && <Notice tone="warning">{t('rates.use.stopping', { count: changes.gone })}</Notice>}
              <ChangesTable rows={changes.examples} />
            </>
          )
        }
      </ReadFrame>
      {save.error && <Refusal error={save.error} fallback={t('rates.failed')} />}
    </FormDialog>
  );
}

/** By which list a service is going to be sold, and a way to take that back. */
export function AnnouncedPrices({ announced }: { announced: RateSwitch }) {
  const { soldBy, termsText } = useUses();
  const { service, holdsFrom } = announced;
  const list = termsText(announced);
  return (
    <Announced
      text={t('rates.use.pending', { time: formatTime(holdsFrom), list })}
      name={t(`rates.use.${service}`)}
      outcome={t('rates.use.cancelText', { list, now: termsText(soldBy(service)) })}
      may={cancelRateSwitch}
      cancel={() => call(cancelRateSwitch, { params: { service } })}
      onCancelled={() => reread(queryKeys.rateDecks)}
    />
  );
}
