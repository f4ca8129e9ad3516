import { type SubmitEvent, useState } from 'react';
import {
  answersBody,
  MAX_ANSWER_CHARACTERS,
  MAX_ANSWERS_PER_DAY,
  MAX_CLOSED_DAYS,
  type NumberAnswers,
  MAX_HOURS,
} from '../../../../src/services/inbox/answers/contract.ts';
import { currentLocale, formatNumber, t } from '../../../lib/i18n.ts';
import { Button, SmallButton, IconButton } from '../../../ui/button.tsx';
import { Field, Input, Switch, Textarea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { Plus, X } from '../../../ui/icons.tsx';
import { OFFICE, HoursFields } from '../hours-fields.tsx';
import { TimeZoneField } from '../time-zone-field.tsx';
import { BRACES } from './action-fields.tsx';
import { type AnsweringNumber, bodyOfAnswers, useAnswersDialog } from './use-number-answers.ts';

interface ClosedDaysProps {
  /** They are written `YYYY-MM-DD`. */
  days: readonly string[];
  onChange: (days: string[]) => void;
}

/** Days on which nobody is there. */
function ClosedDays({ days, onChange }: ClosedDaysProps) {
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
          icon={Plus}
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
                icon={X}
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

interface OfficeDialogProps {
  number: AnsweringNumber;
  answers: NumberAnswers;
  onClose: () => void;
}

const newOffice = () => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  hours: [OFFICE],
  closedDays: [],
  text: '',
});

/** When somebody is there, what is answered at other times, and how often one sender is answered. */
export function OfficeDialog({ number, answers, onClose }: OfficeDialogProps) {
  const [isOn, setIsOn] = useState(answers.office !== null);
  const [office, setOffice] = useState<NonNullable<NumberAnswers['office']>>(answers.office ?? newOffice());
  const [perDay, setPerDay] = useState(answers.answersPerDay === null ? '' : String(answers.answersPerDay));
  const { faults, failure, show, save } = useAnswersDialog(number, onClose);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = {
      ...bodyOfAnswers(answers),
      office: isOn ? office : null,
      answersPerDay: perDay === '' ? null : Number(perDay),
    };
    const read = answersBody.safeParse(body);
    show(new Map((read.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])));
    if (read.success) save.mutate(read.data);
  };
  const change = (changed: Partial<typeof office>) => setOffice((before) => ({ ...before, ...changed }));
  return (
    <FormDialog
      onClose={onClose}
      title={t('numbers.answers.office.open')}
      submitLabel={t('numbers.answers.save')}
      busy={save.isPending}
      failure={failure}
      onSubmit={submit}
    >
      <Switch
        label={t('numbers.answers.office.on')}
        description={t('numbers.answers.office.onHint')}
        checked={isOn}
        onChange={setIsOn}
      />
      {isOn && (
        <>
          <Field
            label={t('numbers.answers.office.text')}
            hint={t('numbers.answers.textHint', BRACES)}
            error={faults.get('office.text')}
          >
            <Textarea
              rows={3}
              maxLength={MAX_ANSWER_CHARACTERS}
              value={office.text}
              onChange={(event) => change({ text: event.target.value })}
            />
          </Field>
          <OpenHours hours={office.hours} faults={faults} onChange={(hours) => change({ hours })} />
          <ClosedDays days={office.closedDays} onChange={(closedDays) => change({ closedDays })} />
          <TimeZoneField timeZone={office.timeZone} onChange={(timeZone) => change({ timeZone })} />
        </>
      )}
      <Field
        label={t('numbers.answers.office.perDay')}
        hint={t('numbers.answers.office.perDayHint', { count: answers.usual.answersPerMinute })}
        error={faults.get('answersPerDay')}
      >
        <Input
          type="number"
          min={1}
          max={MAX_ANSWERS_PER_DAY}
          placeholder={formatNumber(answers.usual.answersPerDay)}
          value={perDay}
          onChange={(event) => setPerDay(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

type Hours = NonNullable<NumberAnswers['office']>['hours'];

interface OpenHoursProps {
  hours: Hours;
  /** By the path of a field of the answers. */
  faults: ReadonlyMap<string, string>;
  onChange: (hours: Hours) => void;
}

/** The hours of a week in which somebody is there. */
function OpenHours({ hours, faults, onChange }: OpenHoursProps) {
  // Rows have no id of their own, and none of their fields keeps a state.
  const rows = hours.map((each, place) => ({ each, place, key: String(place) }));
  return (
    <>
      {rows.map(({ each, place, key }) => (
        <fieldset key={key} className="relative flex min-w-0 flex-col gap-3 rounded-md border border-line p-3">
          <legend className="px-1 text-sm font-medium">
            {t('numbers.answers.office.hours', { count: place + 1 })}
          </legend>
          <HoursFields
            hours={each}
            hasDaysMissing={faults.has(`office.hours.${place}.days`)}
            onChange={(changed) => onChange(hours.with(place, changed))}
          />
          <div className="absolute end-1 top-0">
            <IconButton
              label={t('numbers.answers.office.removeHours', { count: place + 1 })}
              icon={X}
              onClick={() => onChange(hours.toSpliced(place, 1))}
            />
          </div>
        </fieldset>
      ))}
      {hours.length < MAX_HOURS && (
        <SmallButton className="self-start" icon={Plus} onClick={() => onChange([...hours, OFFICE])}>
          {t('numbers.answers.office.addHours')}
        </SmallButton>
      )}
    </>
  );
}
