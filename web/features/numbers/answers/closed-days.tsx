import { useState } from 'react';
import { Plus, X } from '../../../ui/icons.tsx';
import { MAX_CLOSED_DAYS } from '../../../../src/services/inbox/answers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { currentLocale } from '../../../lib/locale.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';

interface ClosedDaysProps {
  /** They are written `YYYY-MM-DD`. */
  days: readonly string[];
  onChange: (days: string[]) => void;
}

/** Days on which nobody is there. */
export function ClosedDays({ days, onChange }: ClosedDaysProps) {
  const [chosen, setChosen] = useState('');
  const add = () => {
    if (chosen !== '') onChange([...new Set([...days, chosen])].toSorted());
    setChosen('');
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <Field label={t('numbers.answers.office.closedDays')} className="flex-1">
          <Input type="date" value={chosen} onChange={(event) => setChosen(event.target.value)} />
        </Field>
        <Button
          variant="secondary"
          icon={<Plus aria-hidden className="size-4" />}
          disabled={chosen === '' || days.length >= MAX_CLOSED_DAYS}
          onClick={add}
        >
          {t('numbers.answers.office.addDay')}
        </Button>
      </div>
      {days.length > 0 && (
        <ul aria-label={t('numbers.answers.office.closedDays')} className="flex flex-wrap gap-2">
          {days.map((day) => (
            <li key={day} className="flex items-center rounded-md bg-sunken ps-2.5 text-sm">
              {dateOf(day)}
              <IconButton
                label={t('numbers.answers.office.removeDay', { date: dateOf(day) })}
                icon={<X aria-hidden className="size-4" />}
                onClick={() => onChange(days.filter((each) => each !== day))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const dateOf = (day: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
