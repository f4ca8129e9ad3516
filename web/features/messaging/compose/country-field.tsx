import { useMutation } from '@tanstack/react-query';
import { use, useEffect, useState } from 'react';
import { updateUser } from '../../../../src/accounts/profile/contract.ts';
import { call } from '../../../lib/call.ts';
import { type CodedCountry, codedCountries, countryOfBrowser } from '../../../lib/calling-codes.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser, useSession } from '../../../state/session.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { CountrySelect } from '../../../ui/country-select.tsx';
import { Field } from '../../../ui/field.tsx';
import { May } from '../../../ui/may.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { LocalLines } from './likely-country.ts';

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

/** The country of numbers without a code. A choice is kept: as the account's own where it has none, or else in this browser. */
export function CountryField({ value, onChange, lines, className }: CountryFieldProps) {
  const user = useCurrentUser();
  const showSaved = useSession((session) => session.showSaved);
  const may = use(May);
  const keep = useMutation({
    mutationFn: (country: string) => call(updateUser, { params: { id: user.id }, body: { country } }),
    onSuccess: showSaved,
  });
  const choose = (country: string) => {
    onChange(country);
    if (user.country === null && country !== '' && may('updateUser')) keep.mutate(country);
    else localStorage.setItem(keyOf(user.id), country);
  };
  const likely = useLikelyCountry(lines, value);
  return (
    <>
      <Field label={t('sms.compose.country')} className={className}>
        <CountrySelect value={value} onChange={({ target }) => choose(target.value)} />
      </Field>
      {likely && (
        <div className={className} aria-live="polite">
          <Notice tone="warning">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              {looksLike(likely)}
              <SmallButton onClick={() => choose(likely.country)}>
                {t('sms.compose.takeCountry', { country: likely.name })}
              </SmallButton>
            </div>
          </Notice>
        </div>
      )}
    </>
  );
}

export const looksLike = ({ name, code }: CodedCountry): string => t('sms.compose.looksLike', { country: name, code });

/** Another country than the chosen one whose numbers these seem to be. @param own the account's */
export async function likelyIn(lines: LocalLines, chosen: string, own: string | null) {
  if (lines.wrong.length + lines.mended.length === 0) return undefined;
  const near = [own, countryOfBrowser()].filter((each) => typeof each === 'string');
  const { likelyCountry } = await import('./likely-country.ts');
  const found = likelyCountry(lines, chosen, [...new Set(near)]);
  return codedCountries().find(({ country }) => country === found);
}

function useLikelyCountry({ wrong, mended }: LocalLines, chosen: string) {
  const { country } = useCurrentUser();
  const [found, setFound] = useState<CodedCountry>();
  useEffect(() => {
    const over = new AbortController();
    void likelyIn({ wrong, mended }, chosen, country).then(
      (likely) => !over.signal.aborted && setFound(likely),
      () => undefined,
    );
    return () => over.abort();
  }, [wrong, mended, chosen, country]);
  return found;
}
