import { t } from '../../lib/i18n.ts';
import { Field, Options, Select } from '../../ui/field.tsx';

/** The time zone in which hours are meant. */
export const TimeZoneField = ({ timeZone, onChange }: { timeZone: string; onChange: (timeZone: string) => void }) => (
  <Field label={t('numbers.calls.timeZone')}>
    <Select value={timeZone} onChange={(event) => onChange(event.target.value)}>
      <Options of={timeZones(timeZone)} />
    </Select>
  </Field>
);

/** All that the browser knows, and the present one where it does not. */
const timeZones = (present: string): string[] => [...new Set([present, ...Intl.supportedValuesOf('timeZone')])];
