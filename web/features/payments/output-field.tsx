import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod';
import { type CoinId, findCoin } from '../../../src/money/payments/catalogue.ts';
import { outputIndexInput } from '../../../src/money/payments/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Field, Input } from '../../ui/field.tsx';

/** Checks the text of the field: nothing, or a number that the contract takes. */
export const outputInput = () =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || isOutput(text), t('billing.payment.outputWrong'));

const isOutput = (text: string): boolean => /^\d+$/.test(text) && outputIndexInput.safeParse(Number(text)).success;

/** The value for the contract: null where no output is named. */
export const outputOf = (text: string): number | null => (text === '' ? null : Number(text));

interface OutputFieldProps {
  coin: CoinId;
  input: UseFormRegisterReturn;
  error: string | undefined;
  /** If another customer has a part of the same transaction, the question is shown without being opened. */
  asked: boolean;
}

/**
 * Asks which of several payments in one transaction is the customer's, because exchanges make such transactions. It is
 * folded, because few people need it; it is absent for coins whose transactions make only one payment.
 */
export function OutputField({ coin, input, error, asked }: OutputFieldProps) {
  const [opened, setOpened] = useState(false);
  const kind = findCoin(coin)?.outputs ?? null;
  if (kind === null) return null;
  return (
    <details open={opened || asked || Boolean(error)} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="cursor-pointer text-sm text-muted">{t('billing.payment.outputQuestion')}</summary>
      <Field
        className="mt-3"
        label={t('billing.payment.output')}
        hint={t(`billing.payment.outputHint.${kind}`)}
        {...(error ? { error } : {})}
      >
        <Input {...input} inputMode="numeric" className="font-mono" />
      </Field>
    </details>
  );
}
