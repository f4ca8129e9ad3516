import { useMutation } from '@tanstack/react-query';
import { use, useRef } from 'react';
import { EXAMPLE_NUMBER } from '../../../../src/platform/kit/faults.ts';
import { updateUser } from '../../../../src/accounts/profile/contract.ts';
import { call } from '../../../lib/call.ts';
import { type CodedCountry, codedCountries, countryOfBrowser } from '../../../lib/calling-codes.ts';
import { t } from '../../../lib/i18n.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { useCurrentUser, useSession } from '../../../state/session.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { CountrySelect } from '../../../ui/country-select.tsx';
import { Field } from '../../../ui/field.tsx';
import { May } from '../../../ui/may.ts';
import { FaultLines } from './fault-lines.tsx';
import type { LocalLines } from './likely-country.ts';
import { clip } from './recipient-faults.tsx';

const keyOf = (userId: string) => `topline-country:${userId}`;

/** The country of numbers without a code: the one that was chosen last in this browser, or else the account's own. */
export const lastCountry = ({ id, country }: { id: string; country: string | null }): string =>
  localStorage.getItem(keyOf(id)) ?? country ?? '';

interface CountryFieldProps {
  value: string;
  onChange: (country: string) => void;
  /** What was read by it. */
  lines: LocalLines;
  className?: string;
}

/** A choice of the country is kept: as the account's own where it has none, or else in this browser. */
export function useChoice(onChange: (country: string) => void): (country: string) => void {
  const user = useCurrentUser();
  const showSaved = useSession((session) => session.showSaved);
  const may = use(May);
  const keep = useMutation({
    mutationFn: (country: string) => call(updateUser, { params: { id: user.id }, body: { country } }),
    onSuccess: showSaved,
  });
  return (country) => {
    onChange(country);
    if (user.country === null && country !== '' && may('updateUser')) keep.mutate(country);
    else localStorage.setItem(keyOf(user.id), country);
  };
}

/** The country of numbers without a code, and which numbers wait for it. */
export function CountryField({ value, onChange, lines, className }: CountryFieldProps) {
  const choose = useChoice(onChange);
  const select = useRef<HTMLSelectElement>(null);
  const { country: own } = useCurrentUser();
  const { wrong, mended } = lines;
  const likely = useLatest(() => likelyIn(lines, value, own), [wrong, mended, value, own]);
  const lacking = wrong.filter(({ fault }) => fault === 'country');
  const isLacking = lacking.length > 0;
  const take = (country: string) => {
    choose(country);
    // The button goes with what it says.
    select.current?.focus();
  };
  return (
    <>
      <Field label={t('sms.compose.country')} className={className}>
        <CountrySelect ref={select} value={value} onChange={({ target }) => choose(target.value)} />
      </Field>
      {(likely || isLacking) && (
        <div className={className} aria-live="polite">
          <FaultLines
            isShort
            tone={likely ? 'warning' : 'danger'}
            label={[
              isLacking && t('sms.faults.country', { count: lacking.length }),
              likely ? looksLike(likely) : t('sms.faults.code', { example: EXAMPLE_NUMBER }),
            ]
              .filter(Boolean)
              .join(' ')}
            lines={[...new Set(lacking.map(({ text }) => clip(text)))]}
            action={likely && <SmallButton onClick={() => take(likely.country)}>{takeText(likely)}</SmallButton>}
          />
        </div>
      )}
    </>
  );
}

export interface Likely extends CodedCountry {
  /** Where they go as they stand; absent where they are no numbers of the chosen country. */
  now: CodedCountry | undefined;
}

export const looksLike = ({ name: country, code, now }: Likely): string =>
  now
    ? t('sms.compose.wouldGo', { country, code, now: now.name, nowCode: now.code })
    : t('sms.compose.looksLike', { country, code });

export const takeText = ({ name }: Likely): string => t('sms.compose.takeCountry', { country: name });

/** Another country than the chosen one whose numbers these seem to be. @param own the account's */
export async function likelyIn(lines: LocalLines, chosen: string, own: string | null): Promise<Likely | undefined> {
  if (lines.wrong.length + lines.mended.length === 0) return undefined;
  const near = [own, countryOfBrowser()].filter((each) => typeof each === 'string');
  const { likelyCountry } = await import('./likely-country.ts');
  const found = likelyCountry(lines, chosen, [...new Set(near)]);
  const coded = (wanted: string | null) => codedCountries().find(({ country }) => country === wanted);
  const likely = coded(found);
  return likely && { ...likely, now: lines.mended.length > 0 ? coded(chosen) : undefined };
}
