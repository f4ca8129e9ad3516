import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { listSettings } from '../../../../src/admin/settings/contract.ts';
import {
  ANNOUNCED_HOURS,
  cancelRateSwitch,
  listRateDecks,
  type RateDeck,
  useRateDeck as setUse,
} from '../../../../src/money/decks/contract.ts';
import type { RateSwitch, RateUse } from '../../../../src/money/decks/use-contract.ts';
import type { BodyOf } from '../../../../src/platform/kit/endpoint.ts';
import { call } from '../../../lib/call.ts';
import { formatPercent, t } from '../../../lib/i18n.ts';
import { Link } from '../../../lib/router.ts';
import { queryKeys, reread, useRead } from '../../../lib/reads.ts';
import { useQueried } from '../../../lib/use-queried.ts';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { SmallButton } from '../../../ui/button.tsx';
import { Field, Input, Options, Select } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Only } from '../../../ui/only.tsx';
import { Fact, formatPounds, formatTime } from '../../../ui/values.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Announced } from '../../../ui/announced.tsx';

interface UsePricesProps {
  service: RateDeck['service'];
  decks: readonly RateDeck[];
  /** Absent where the flat price holds. */
  use: RateUse | undefined;
  /** Absent where no change is announced. */
  announced: RateSwitch | undefined;
}

/** By which list a service is sold, and what resellers pay of it. */
export function UsePrices({ service, decks, use, announced }: UsePricesProps) {
  const [begun] = useState({
    ...{ deckId: use?.deckId ?? '', resellerDeckId: use?.resellerDeckId ?? '' },
    percent: String(use?.resellerPercent ?? 100),
  });
  const [chosen, setChosen] = useState(begun);
  const { deckId, resellerDeckId, percent } = chosen;
  const choose = (part: Partial<typeof begun>) => setChosen((before) => ({ ...before, ...part }));
  const offered = decks.filter((deck) => deck.kind === 'sell' && deck.service === service);
  const isUnchanged = JSON.stringify(chosen) === JSON.stringify(begun);
  const isEmpty = offered.some(({ id, rows }) => rows === 0 && [deckId, resellerDeckId].includes(id));
  const flat = (
    <Only may={listSettings}>
      <FlatPrices service={service} />{' '}
      <Link to="/admin" hash="settings" search={{ setting: `${service}_price` }} className="text-accent underline">
        {t('admin.settings.groupPrices')}
      </Link>
    </Only>
  );
  if (offered.length === 0 && deckId === '')
    return (
      <div className="flex flex-col gap-1">
        <p className="font-medium">{t(`rates.use.${service}`)}</p>
        <p className="text-sm text-muted">{flat}</p>
        {announced && <AnnouncedPrices announced={announced} />}
      </div>
    );
  return (
    <AskUse
      label={t('rates.use.save')}
      service={service}
      // What is no number is refused like 0.
      to={{ deckId: deckId || null, resellerDeckId: resellerDeckId || null, resellerPercent: Number(percent) || 0 }}
      button={(ask) => (
        <Form className="flex flex-col gap-3" onSubmit={ask}>
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label={t(`rates.use.${service}`)} hint={deckId === '' && flat}>
              <Select value={deckId} onChange={({ target }) => choose({ deckId: target.value })}>
                <option value="">{t('rates.use.flat')}</option>
                <Options of={offered} />
              </Select>
            </Field>
            {deckId !== '' && (
              <>
                <Field label={t('rates.use.resellers')}>
                  <Select value={resellerDeckId} onChange={({ target }) => choose({ resellerDeckId: target.value })}>
                    <option value="">{t('rates.use.same')}</option>
                    <Options of={offered} />
                  </Select>
                </Field>
                <Field label={t('rates.use.percent')}>
                  <Input
                    value={percent}
                    inputMode="numeric"
                    onChange={({ target }) => choose({ percent: target.value })}
                  />
                </Field>
              </>
            )}
          </div>
          {announced && <AnnouncedPrices announced={announced} />}
          {/* Whoever may choose a list may take a choice back. */}
          <Only may={cancelRateSwitch}>
            <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
              <SmallButton type="submit" disabled={isUnchanged || isEmpty}>
                {t('rates.use.save')}
              </SmallButton>
              {isUnchanged ? t('rates.use.unchanged') : isEmpty && t('sentences.listNothing')}
            </div>
          </Only>
        </Form>
      )}
    />
  );
}

/** What is paid without a list. */
function FlatPrices({ service }: Pick<UsePricesProps, 'service'>) {
  const { data } = useRead(listSettings, {});
  const [price, resellers] = ([`${service}_price`, `${service}_price_reseller`] as const).map(
    (name) => data?.find((each) => each.name === name)?.value,
  );
  if (!price || !resellers) return null;
  return t('rates.use.flatNow', { price: formatPounds(price), resellers: formatPounds(resellers) });
}

interface AskUseProps {
  /** The text of the button, and of the one that confirms. */
  label: string;
  service: RateDeck['service'];
  to: BodyOf<typeof setUse>;
  button?: (ask: () => void) => ReactNode;
}

/** Sells a service by a list or at the flat prices, after saying how many prices there are before and after. */
export function AskUse({ label, service, to, button }: AskUseProps) {
  const { decks = [], uses = [] } = useRead(listRateDecks, {}).data ?? {};
  const save = useMutation({
    mutationFn: () => call(setUse, { params: { service }, body: to }),
    onSuccess: ({ announced }) => {
      toast(t(announced ? 'rates.use.announced' : 'rates.use.saved'), `${t(`rates.use.${service}`)}: ${named(deckId)}`);
      return reread(queryKeys.rateDecks);
    },
  });
  const { deckId, resellerDeckId, resellerPercent } = to;
  const before = uses.find((each) => each.service === service);
  const named = (id: string | null) => {
    const deck = decks.find((each) => each.id === id);
    return deck
      ? `${deck.name} · ${t('rates.deck.rows', { count: deck.rows })}`
      : `${t('rates.use.flat')} · ${t('rates.page.all')}`;
  };
  const after = decks.find(({ id }) => id === deckId && id !== before?.deckId);
  return (
    <AskFirst
      label={label}
      {...(button && { button })}
      title={after ? t('rates.deck.useTitle', { name: after.name }) : t('rates.use.askTitle')}
      {...(after && { description: t('rates.deck.useText') })}
      action={save}
      failed={t('rates.failed')}
    >
      {after && <Stopping deckId={after.id} />}
      <dl className="grid gap-3">
        <Fact label={t('rates.changes.before')}>
          {named(before?.deckId ?? null)}
          {!before && (
            <Only may={listSettings}>
              <span className="block text-sm text-muted">
                <FlatPrices service={service} />
              </span>
            </Only>
          )}
        </Fact>
        <Fact label={t('rates.changes.after')}>{named(deckId)}</Fact>
        {deckId !== null && (
          <Fact label={t('rates.use.resellers')}>
            {named(resellerDeckId ?? deckId)} · {formatPercent(resellerPercent)}
          </Fact>
        )}
      </dl>
      <p className="mt-3 text-sm text-muted">{t('rates.use.askText', { hours: ANNOUNCED_HOURS })}</p>
      {/* Asked from the top of the page, the resellers' part was just chosen. */}
      {!button && <p className="mt-3 text-sm text-muted">{t('rates.deck.useResellers')}</p>}
    </AskFirst>
  );
}

/** How many destinations would no longer be sold by a list; nothing if all would. */
function Stopping({ deckId }: { deckId: string }) {
  const { data } = useQueried(listRateDecks, {}, { instead: deckId });
  if (!data || data.stopping === 0) return null;
  return <Notice tone="warning">{t('rates.use.stopping', { count: data.stopping })}</Notice>;
}

/** By which list a service is going to be sold, and a way to take that back. */
export function AnnouncedPrices({ announced }: { announced: RateSwitch }) {
  const { decks = [], uses = [] } = useRead(listRateDecks, {}).data ?? {};
  const { service, holdsFrom } = announced;
  const nameOf = (id: string | null) => decks.find((deck) => deck.id === id)?.name ?? t('rates.use.flat');
  const termsText = (terms: Pick<RateSwitch, 'deckId' | 'resellerDeckId' | 'resellerPercent'> | undefined) =>
    terms?.deckId
      ? t('rates.use.terms', {
          list: nameOf(terms.deckId),
          resellers: nameOf(terms.resellerDeckId ?? terms.deckId),
          percent: formatPercent(terms.resellerPercent),
        })
      : t('rates.use.flat');
  const list = termsText(announced);
  return (
    <Announced
      text={t('rates.use.pending', { time: formatTime(holdsFrom), list })}
      name={t(`rates.use.${service}`)}
      outcome={t('rates.use.cancelText', { list, now: termsText(uses.find((each) => each.service === service)) })}
      may={cancelRateSwitch}
      cancel={() => call(cancelRateSwitch, { params: { service } })}
      onCancelled={() => reread(queryKeys.rateDecks)}
    />
  );
}
