import { Plus, X } from '../../../ui/icons.tsx';
import { MAX_HOURS, type NumberAnswers } from '../../../../src/services/inbox/answers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { HoursFields, OFFICE } from '../hours-fields.tsx';

type Hours = NonNullable<NumberAnswers['office']>['hours'];

interface OpenHoursProps {
  hours: Hours;
  /** By the path of a field of the answers. */
  faults: ReadonlyMap<string, string>;
  onChange: (hours: Hours) => void;
}

/** The hours of a week in which somebody is there. */
export function OpenHours({ hours, faults, onChange }: OpenHoursProps) {
  // Rows have no id of their own, and none of their fields keeps a state.
  const rows = hours.map((each, place) => ({ each, place, key: String(place) }));
  return (
    <>
      {rows.map(({ each, place, key }) => (
        <fieldset key={key} className="relative flex min-w-0 flex-col gap-3 rounded-md border border-line p-3">
          <legend className="px-1 text-sm font-medium">
            {t('numbers.answers.office.hours', { count: formatNumber(place + 1) })}
          </legend>
          <HoursFields
            hours={each}
            hasDaysMissing={faults.has(`office.hours.${place}.days`)}
            onChange={(changed) => onChange(hours.with(place, changed))}
          />
          <div className="absolute end-1 top-0">
            <IconButton
              label={t('numbers.answers.office.removeHours', { count: formatNumber(place + 1) })}
              icon={X}
              onClick={() => onChange(hours.toSpliced(place, 1))}
            />
          </div>
        </fieldset>
      ))}
      {hours.length < MAX_HOURS && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          icon={Plus}
          onClick={() => onChange([...hours, OFFICE])}
        >
          {t('numbers.answers.office.addHours')}
        </Button>
      )}
    </>
  );
}
