import { useState } from 'react';
import type { PricedSubject, RatedService } from '../../../db/enums.ts';
import type { OfferedDeck, Prices } from '../../../src/resale/customers/price-contract.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { DestinationsField } from '../../ui/destinations-field.tsx';
import { Field, Input, Options, Select } from '../../ui/field.tsx';
import { formatPounds } from '../../ui/values.tsx';
import { setPriceList } from '../../../src/resale/customers/contract.ts';
import { bodyOf } from '../../lib/call.ts';
import { useContractForm } from '../../ui/form.tsx';

/** The form of a price list, filled with what is set. */
export const usePriceForm = ({ own }: Prices) =>
  useContractForm(bodyOf(setPriceList), { defaultValues: own, values: own });

export type PriceFormState = ReturnType<typeof usePriceForm>;

const WAYS = ['price', 'percent', 'deck'] as const;
type Way = (typeof WAYS)[number];

interface PriceInputProps {
  form: PriceFormState;
  name: RatedService | 'numberPrice' | `${PricedSubject}Percent`;
  hint: string;
}

/** A price in pounds, or a percentage. */
export function PriceInput({ form, name, hint }: PriceInputProps) {
  const isPercent = name.endsWith('Percent');
  const setValueAs = (value: string | number | null) => (value ? (isPercent ? Number(value) : value) : null);
  return (
    <Field label={t(`customers.prices.${name}`)} error={form.formState.errors[name]?.message} hint={hint}>
      <Input {...form.register(name, { setValueAs })} inputMode={isPercent ? 'numeric' : 'decimal'} />
    </Field>
  );
}

interface ServicePriceProps {
  service: RatedService;
  form: PriceFormState;
  prices: Prices;
}

/**
 * The fields of the price of messages or calls for customers: one price, a percentage of ours, or the prices of a list.
 */
export function ServicePrice({ service, form, prices }: ServicePriceProps) {
  const { own, effective, rates, byDestination } = prices;
  const [way, setWay] = useState<Way>(wayOf(own, service));
  const choose = (chosen: Way) => {
    setWay(chosen);
    // A hidden field is not sent.
    for (const each of WAYS) if (each !== chosen) form.setValue(NAMES[service][each], null);
    if ([way, chosen].includes('deck')) {
      form.setValue(`${service}Destinations`, chosen === 'deck' ? [] : own[`${service}Destinations`]);
    }
  };
  const hint = byDestination[service]
    ? t('customers.prices.byDestination')
    : t('customers.prices.hint', {
        now: formatPounds(effective[service]),
        floor: formatPounds(rates[service]),
      });
  return (
    <div className="flex flex-col gap-3">
      <ChoiceGroup
        legend={t(`customers.prices.by.${service}`)}
        name={`${service}-way`}
        className="sm:grid-cols-3"
        choices={WAYS.map((value) => ({ value, label: t(`customers.prices.by.${value}`) }))}
        value={way}
        onChange={choose}
      />
      {way !== 'deck' && (
        <PriceInput key={way} form={form} name={way === 'price' ? service : `${service}Percent`} hint={hint} />
      )}
      {way !== 'deck' && (
        <DestinationsField
          label={t(`customers.prices.${service}Destinations`)}
          hint={t('customers.prices.destinationsHint', { example: '4477 0.04' })}
          error={form.formState.errors[`${service}Destinations`]?.message}
          initial={own[`${service}Destinations`]}
          // A line that cannot be read is shown as a fault, and the form is not sent.
          onChange={(read) => form.setValue(`${service}Destinations`, read ?? [{ prefix: '', rate: '' }])}
        />
      )}
      {way === 'deck' && (
        <DeckField service={service} form={form} decks={prices.decks.filter((deck) => deck.service === service)} />
      )}
    </div>
  );
}

const NAMES = {
  sms: { price: 'sms', percent: 'smsPercent', deck: 'smsDeckId' },
  voice: { price: 'voice', percent: 'voicePercent', deck: 'voiceDeckId' },
} as const;

function wayOf(own: Prices['own'], service: RatedService): Way {
  if (own[`${service}DeckId`] !== null) return 'deck';
  return own[`${service}Percent`] === null ? 'price' : 'percent';
}

interface DeckFieldProps extends Pick<ServicePriceProps, 'service' | 'form'> {
  decks: readonly OfferedDeck[];
}

/** One of the lists that are offered, and its prices to read. */
function DeckField({ service, form, decks }: DeckFieldProps) {
  const { id } = useCurrentUser();
  const name = `${service}DeckId` as const;
  const chosen = form.watch(name);
  if (decks.length === 0) return <p className="text-sm text-muted">{t('customers.prices.noDecks')}</p>;
  return (
    <Field
      label={t(`customers.prices.${service}Deck`)}
      error={form.formState.errors[name]?.message}
      hint={t('customers.prices.deckHint')}
    >
      <Select {...form.register(name, { setValueAs: (value: string | null) => value || null })}>
        <option value="">{t('customers.prices.chooseDeck')}</option>
        <Options of={decks} name={nameOf} />
      </Select>
      {chosen && (
        <a
          className="self-start text-sm text-accent underline"
          href={`/api/users/${id}/offered-decks/${chosen}/rows.csv`}
          download
        >
          {t('customers.prices.deckCsv')}
        </a>
      )}
    </Field>
  );
}

const nameOf = ({ name, rows, offered }: OfferedDeck): string =>
  offered ? `${name} · ${t('rates.deck.rows', { count: rows })}` : t('customers.prices.deckGone', { name });
