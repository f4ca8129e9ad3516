import { INVOICES_OVER } from '../../../../db/enums.ts';
import type { Setting } from '../../../../src/admin/settings/contract.ts';
import { t, type TextKey } from '../../../lib/i18n.ts';
import { Field, Input, Select, Switch } from '../../../ui/field.tsx';
import { BannerFields } from './banner-fields.tsx';
import { kindOf, nameOf, OVER_TEXTS, unlimitedOf, type ValueKind } from './setting-value.ts';

interface ValueFieldProps {
  setting: Setting;
  value: string | null;
  onChange: (value: string | null) => void;
}

const LABELS: Record<Exclude<ValueKind, 'switch' | 'banner' | 'invoices'>, TextKey> = {
  text: 'books.settings.value',
  pounds: 'admin.settings.pounds',
  percent: 'admin.settings.percent',
  count: 'admin.settings.count',
  codes: 'admin.settings.codes',
  senders: 'admin.settings.carrierSenders',
};

/** Tells whether several values may stand in it, with spaces between them. */
const isList = (kind: ValueKind): boolean => ['codes', 'senders', 'text'].includes(kind);

const INPUT_MODES = {
  pounds: 'decimal',
  percent: 'decimal',
  count: 'numeric',
  codes: 'text',
  senders: 'text',
  text: 'text',
} as const;

/** The control by which a setting's value is typed. */
export function ValueField({ setting, value, onChange }: ValueFieldProps) {
  const kind = kindOf(setting.name);
  if (kind === 'banner') return <BannerFields value={value} onChange={onChange} />;
  if (kind === 'switch') {
    return (
      <Switch
        label={nameOf(setting)}
        description={t('admin.settings.coinHint')}
        checked={value !== 'off'}
        onChange={(on) => onChange(on ? 'on' : 'off')}
      />
    );
  }
  if (kind === 'invoices') {
    return (
      <Field label={nameOf(setting)} hint={t('books.settings.overHint')}>
        <Select value={value ?? 'off'} onChange={({ target }) => onChange(target.value)}>
          {INVOICES_OVER.map((over) => (
            <option key={over} value={over}>
              {t(OVER_TEXTS[over])}
            </option>
          ))}
        </Select>
      </Field>
    );
  }
  const unlimited = unlimitedOf(setting.name);
  const isOff = unlimited?.value === value;
  return (
    <>
      <Field label={t(LABELS[kind])}>
        <Input
          value={isOff ? '' : (value ?? '')}
          inputMode={INPUT_MODES[kind]}
          disabled={isOff}
          onChange={({ target }) => onChange(isList(kind) ? target.value : target.value.trim())}
        />
      </Field>
      {unlimited && (
        <Switch
          label={t(unlimited.text)}
          checked={isOff}
          onChange={(off) => onChange(off ? unlimited.value : setting.value === unlimited.value ? '' : setting.value)}
        />
      )}
    </>
  );
}
