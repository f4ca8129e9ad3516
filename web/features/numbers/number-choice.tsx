import { PhoneOff } from '../../ui/icons.tsx';
import { useQuery, useMutation } from '@tanstack/react-query';
import type { NumberCountry } from '../../../src/services/numbers/catalogue.ts';
import {
  listAvailable,
  type Hold,
  holdNumber,
  listHolds,
  releaseHold,
} from '../../../src/services/numbers/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { countryName } from '../../lib/country-name.ts';
import { t } from '../../lib/i18n.ts';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { availableKey } from './available-key.ts';
import { EmptyState, ReadFrame, SkeletonRows } from '../../ui/frames.tsx';
import { cachedRead, queryKeys, reread } from '../../lib/reads.ts';
import { toastFailure } from '../../ui/toast.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';

interface NumberChoiceProps {
  country: NumberCountry;
  /** The number that is held, which the server no longer lists. */
  held: string | null;
  onChoose: (number: string) => void;
}

/** The free numbers of a country, one of which can be chosen. */
export function NumberChoice({ country, held, onChoose }: NumberChoiceProps) {
  const numbers = useQuery({
    queryKey: availableKey(country.country),
    queryFn: () => call(listAvailable, { query: { country: country.country } }),
    // Others take numbers all the time, and no event says so: each visit reads the list again.
    staleTime: 0,
  });
  return (
    <ReadFrame read={numbers} pending={<SkeletonRows rows={4} />}>
      {(free) => (
        <Choices numbers={held && !free.includes(held) ? [held, ...free] : free} {...{ country, held, onChoose }} />
      )}
    </ReadFrame>
  );
}

function Choices({ numbers, country, held, onChoose }: NumberChoiceProps & { numbers: readonly string[] }) {
  if (numbers.length === 0) {
    return (
      <EmptyState icon={PhoneOff} title={t('numbers.purchase.none')} description={t('numbers.purchase.noneHint')} />
    );
  }
  return (
    <div className="-mx-1 max-h-72 overflow-y-auto px-1 pb-1">
      <ChoiceGroup
        legend={t('numbers.purchase.numbers', { country: countryName(country) })}
        name="number"
        className="grid-cols-1"
        value={held}
        onChange={onChoose}
        choices={numbers.map((number) => ({ value: number, label: <WithNumbers>{number}</WithNumbers> }))}
      />
    </div>
  );
}

/** One request after another, however fast somebody clicks: each releases the number that the one before it held. */
const scope = { id: 'number-hold' };

/** Choosing a number holds it for the customer, and releases the one that they had chosen before. */
export function useHold(country: string) {
  const holds = () => cachedRead(listHolds, {}) ?? [];
  const refresh = () => reread(queryKeys.numberHolds, availableKey(country));

  const choose = useMutation({
    scope,
    mutationFn: async (number: string) => {
      await releaseAll(holds().filter((held) => held.number !== number));
      return call(holdNumber, { body: { number, country } });
    },
    onError: (error) => toastFailure(t('numbers.purchase.holdFailed'), messageOf(error, t('numbers.purchase.failed'))),
    onSettled: refresh,
  });
  const release = useMutation({ scope, mutationFn: () => releaseAll(holds()), onSettled: refresh });
  return { choose, release, refresh };
}

/** A hold that has run out in the meantime counts as given back. */
async function releaseAll(holds: readonly Hold[]): Promise<void> {
  await Promise.allSettled(holds.map(({ number }) => call(releaseHold, { params: { number } })));
}
