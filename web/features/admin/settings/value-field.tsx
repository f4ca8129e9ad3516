import type { Setting } from '../../../../src/admin/settings/contract.ts';
import { t, type TextKey } from '../../../lib/i18n.ts';
import { Field, Input, Switch } from '../../../ui/field.tsx';
import { BannerFields } from './banner-fields.tsx';
import { kindOf, mayBeUnlimited, nameOf, type ValueKind } from './setting-value.ts';

interface ValueFieldProps {
  setting: Setting;
  value: string | null;
  onChange: (value: string | null) => void;
}

const LABELS: Record<Exclude<ValueKind, 'switch' | 'banner'>, TextKey> = {
  pounds: 'admin.settings.pounds',
  percent: 'admin.settings.percent',
  count: 'admin.settings.count',
};

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
  const isOff = value === 'off';
  return (
    <>
      <Field label={t(LABELS[kind])}>
        <Input
          value={isOff ? '' : (value ?? '')}
          inputMode={kind === 'count' ? 'numeric' : 'decimal'}
          disabled={isOff}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      </Field>
      {mayBeUnlimited(setting.name) && (
        <Switch
          label={t('limits.none')}
          checked={isOff}
          onChange={(off) => onChange(off ? 'off' : setting.value === 'off' ? '' : setting.value)}
        />
      )}
    </>
  );
}
