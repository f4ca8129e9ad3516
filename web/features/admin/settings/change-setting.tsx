import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { AMOUNTS } from '../../../../src/admin/settings/catalogue.ts';
import { changeSettings, type Setting } from '../../../../src/admin/settings/contract.ts';
import { ANNOUNCED_HOURS } from '../../../../src/money/decks/contract.ts';
import type { Sentence } from '../../../../src/platform/kit/faults.ts';
import { ApiError, call, messageOf } from '../../../lib/call.ts';
import { sentenceText } from '../../../lib/fault-text.ts';
import { t, type TextKey } from '../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { waitsForSecond } from '../../../ui/refusal.tsx';
import { closeAndSay } from '../../../ui/close-and-say.ts';
import { Field, Input, Switch, Textarea } from '../../../ui/field.tsx';
import { nameOf, valueText, kindOf, unlimitedOf, type ValueKind } from '../../../ui/setting-value.ts';
import { BannerFields } from '../../../ui/banner-fields.tsx';
import { Fact, formatTime } from '../../../ui/values.tsx';
import { Announced } from '../../../ui/announced.tsx';

interface ChangeSettingProps {
  setting: Setting;
  onClose: () => void;
}

/** Types a new value, and asks with the value before and the one after; or goes back to the environment's. */
export function ChangeSetting({ setting, onClose }: ChangeSettingProps) {
  const { name, about, value: before, standard, source, next } = setting;
  const [value, setValue] = useState(before);
  const [asked, setAsked] = useState<{ value: string | null } | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  // Unless it was changed meanwhile; null restores the environment's value.
  const saving = (to: string | null) =>
    call(changeSettings, { body: { settings: [{ name, about, value: to, before }] } });
  const save = useMutation({
    mutationFn: saving,
    onSuccess: closeAndSay(
      onClose,
      ([saved]) => [t(saved?.next ? 'admin.settings.announced' : 'admin.settings.saved'), nameOf(setting)],
      queryKeys.settings,
    ),
  });
  const failure = save.error && messageOf(save.error, t('admin.settings.failed'));
  const waits = waitsForSecond(save.error);
  const isWrong = save.error instanceof ApiError && save.error.status === 422;
  const ask = (to: typeof asked) => {
    save.reset();
    setAsked(to);
  };
  const type = (to: string | null) => {
    setValue(to);
    setWrong(null);
    ask(null);
  };
  const goOn = () => {
    const amount = readAmount(name, value);
    const isFault = amount !== null && typeof amount === 'object';
    setWrong(isFault ? sentenceText(amount, amount.text) : null);
    if (!isFault) ask({ value: amount });
  };
  const frame = { title: nameOf(setting), onClose };
  const isOwn = source === 'panel';
  const after = asked?.value ?? standard;
  // One dialog in two states: React keeps it open between them.
  return asked === null || isWrong ? (
    <FormDialog
      {...frame}
      onSubmit={goOn}
      failure={kindOf(name) === 'banner' ? failure : null}
      disabled={value === before}
      aside={value === before ? t('admin.settings.unchanged') : undefined}
      busy={false}
      description={t(`admin.setting.${name}.hint`)}
      submitLabel={t('admin.settings.goOn')}
    >
      <ValueField setting={setting} value={value} onChange={type} error={isWrong ? failure : wrong} />
      {next && (
        <Announced
          text={announcedText(setting)}
          name={nameOf(setting)}
          outcome={t('admin.settings.withdrawn', { value: valueText(name, next.value), now: valueText(name, before) })}
          may={changeSettings}
          cancel={() => saving(isOwn ? before : null)}
          onCancelled={() => {
            onClose();
            return reread(queryKeys.settings);
          }}
        />
      )}
      {isOwn && (
        <SmallButton className="self-start" onClick={() => ask({ value: null })}>
          {t('admin.settings.undo', { value: valueText(name, standard) })}
        </SmallButton>
      )}
    </FormDialog>
  ) : (
    <FormDialog
      {...frame}
      onSubmit={() => save.mutate(asked.value)}
      busy={save.isPending}
      failure={failure}
      waits={waits}
      onKeep={() => ask(null)}
      submitLabel={t(isDearer(setting, after) ? 'admin.settings.announce' : 'admin.settings.confirm')}
      disabled={waits}
    >
      <BeforeAndAfter setting={setting} after={after} />
    </FormDialog>
  );
}

/** A typed value as it is written, or what is wrong with it; of a value that is no amount the server says so. */
function readAmount(name: Setting['name'], value: string | null) {
  const readers: Partial<Record<typeof name, (text: string) => string | Sentence>> = AMOUNTS;
  return value === null ? value : (readers[name]?.(value) ?? value);
}

function BeforeAndAfter({ setting, after }: { setting: Setting; after: string | null }) {
  const { name, value: before } = setting;
  return (
    <>
      <dl className="grid grid-cols-2 gap-3">
        <Fact label={t('admin.settings.before')} look="whitespace-pre-line">
          {[valueText(name, before), announcedText(setting)].join('\n').trim()}
        </Fact>
        <Fact label={t('admin.settings.after')} look="font-semibold whitespace-pre-line">
          {valueText(name, after)}
        </Fact>
      </dl>
      {isDearer(setting, after) && (
        <Notice tone="warning">{t('admin.settings.dearer', { hours: ANNOUNCED_HOURS })}</Notice>
      )}
    </>
  );
}

/** What was announced and does not hold yet. */
const announcedText = ({ name, next }: Setting): string =>
  next ? `${t('admin.settings.next', { value: valueText(name, next.value) })} ${formatTime(next.holdsFrom)}` : '';

/** It is announced, and applies a day later. */
const isDearer = ({ announces, value }: Setting, after: string | null): boolean =>
  announces && Number(after) > Number(value);

interface ValueFieldProps {
  setting: Setting;
  value: string | null;
  onChange: (value: string | null) => void;
  error: string | null;
}

/** A routing plan, as its refusal shows one too. */
const PLAN = '44: twilio 70, telnyx 30; vonage';

const LABELS: Record<Exclude<ValueKind, 'switch' | 'banner'>, TextKey> = {
  text: 'books.settings.value',
  invoices: 'books.settings.value',
  lines: 'admin.setting.route_plan.name',
  price: 'admin.settings.price',
  pounds: 'admin.settings.pounds',
  percent: 'admin.settings.percent',
  count: 'admin.settings.count',
  codes: 'admin.settings.codes',
  senders: 'admin.setting.carrier_senders.name',
};

/** Tells whether several values may stand in it, with spaces between them. */
const isList = (kind: ValueKind): boolean => ['codes', 'senders', 'text', 'lines'].includes(kind);

/** The control by which a setting's value is typed. */
function ValueField({ setting, value, onChange, error }: ValueFieldProps) {
  const kind = kindOf(setting.name);
  if (kind === 'banner') return <BannerFields value={value} onChange={(banner) => onChange(JSON.stringify(banner))} />;
  if (kind === 'switch') {
    return (
      <Switch
        label={nameOf(setting)}
        description={t('admin.setting.coin.hint')}
        checked={value !== 'off'}
        onChange={(on) => onChange(on ? 'on' : 'off')}
      />
    );
  }
  const unlimited = unlimitedOf(setting.name);
  const isOff = unlimited?.value === value;
  return (
    <>
      <Field label={t(LABELS[kind])} error={error ?? undefined} hint={kind === 'lines' && <bdi dir="ltr">{PLAN}</bdi>}>
        {kind === 'lines' ? (
          <Textarea dir="ltr" value={value ?? ''} onChange={({ target }) => onChange(target.value)} />
        ) : (
          <Input
            data-autofocus
            value={isOff ? '' : (value ?? '')}
            inputMode={isList(kind) ? 'text' : kind === 'count' ? 'numeric' : 'decimal'}
            disabled={isOff}
            onChange={({ target }) => onChange(isList(kind) ? target.value : target.value.trim())}
          />
        )}
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
