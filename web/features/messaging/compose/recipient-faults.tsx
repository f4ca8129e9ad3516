import { regionNames } from '../../../lib/country-name.ts';
import { t } from '../../../lib/i18n.ts';
import { FaultLines } from './fault-lines.tsx';
import type { RecipientCheck, WrongLine } from './recipients.ts';

/** Which lines of a list are wrong, say something twice, or were completed. */
export function RecipientFaults({ check, country }: { check: RecipientCheck; country: string }) {
  const lists = [
    { tone: 'danger', label: t('sms.faults.wrong'), lines: wrongTexts(check.wrong, country) },
    {
      tone: 'info',
      label: t('sms.faults.twice'),
      lines: check.repeated.map(({ line, text, first }) => t('sms.faults.repeated', { line, first, text: clip(text) })),
    },
    {
      tone: 'info',
      label: t('sms.faults.mended'),
      lines: check.mended.map(({ text, number }) => t('sms.faults.mendedLine', { text: clip(text), number })),
    },
  ] as const;
  return lists.map((list) => list.lines.length > 0 && <FaultLines key={list.label} {...list} />);
}

/** The faults of lines, in sentences; numbers that only lack their country's code stand beside the choice of it. */
export const wrongTexts = (wrong: readonly WrongLine[], chosen: string): string[] => {
  const country = (chosen && regionNames().of(chosen)) ?? chosen;
  return wrong.flatMap(({ line, text, fault }) =>
    fault === 'country' ? [] : [t(`sms.faults.${fault}`, { line, text: clip(text), country })],
  );
};

export const clip = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text);
