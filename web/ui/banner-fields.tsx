import { useState } from 'react';
import { BANNER_TONES, type BannerValue, MAX_BANNER, readBanner } from '../../src/platform/kit/banner.ts';
import { LANGUAGES } from '../../db/enums.ts';
import { t } from '../lib/i18n.ts';
import { SmallButton } from './button.tsx';
import { Field, Input, Options, Select, Textarea } from './field.tsx';
import { Notice } from './notice.tsx';
import { localTime } from '../lib/local-time.ts';

interface BannerFieldsProps {
  /** As it is stored; null: none. It is read once. */
  value: string | null;
  /** A text may be empty meanwhile. */
  onChange: (banner: BannerValue) => void;
}

const EMPTY: BannerValue = { text: '', texts: {}, tone: 'info', from: null, to: null };

/** A banner's text, in other languages where wanted, its tone and its times. */
export function BannerFields({ value, onChange }: BannerFieldsProps) {
  const [banner, setBanner] = useState(() => readBanner(value) ?? EMPTY);
  const change = (part: Partial<BannerValue>) => {
    const all = { ...banner, ...part };
    setBanner(all);
    onChange(all);
  };
  return (
    <>
      <Field label={t('admin.settings.bannerText')} hint={`${banner.text.length} / ${MAX_BANNER}`}>
        <Textarea
          rows={3}
          maxLength={MAX_BANNER}
          value={banner.text}
          onChange={(event) => change({ text: event.target.value.replaceAll('\n', ' ') })}
        />
      </Field>
      <Field label={t('admin.settings.bannerTone')}>
        <Select
          value={banner.tone}
          onChange={(event) => {
            const tone = BANNER_TONES.find((each) => each === event.target.value);
            if (tone) change({ tone });
          }}
        >
          <Options of={BANNER_TONES} name={(tone) => t(`admin.settings.tone.${tone}`)} />
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={t(`admin.settings.times.${end}`)}>
            <Input
              type="datetime-local"
              value={toLocal(banner[end])}
              onChange={(event) => change({ [end]: fromLocal(event.target.value) })}
            />
          </Field>
        ))}
      </div>
      <OtherLanguages texts={banner.texts} onChange={(texts) => change({ texts })} />
      {banner.text !== '' && <Notice tone={banner.tone}>{banner.text}</Notice>}
    </>
  );
}

interface OtherLanguagesProps {
  texts: BannerValue['texts'];
  onChange: (texts: BannerValue['texts']) => void;
}

/** The banner's text in each language; hidden behind a button while there is none. */
function OtherLanguages({ texts, onChange }: OtherLanguagesProps) {
  const [open, setOpen] = useState(Object.keys(texts).length > 0);
  const change = (language: string, text: string) => {
    const { [language]: _before, ...others } = texts;
    onChange(text === '' ? others : { ...others, [language]: text });
  };
  if (!open) {
    return <SmallButton onClick={() => setOpen(true)}>{t('admin.settings.bannerOthers')}</SmallButton>;
  }
  return LANGUAGES.map((code) => (
    <Field key={code} label={nameOfLanguage(code)}>
      <Input
        lang={code}
        dir="auto"
        maxLength={MAX_BANNER}
        value={texts[code] ?? ''}
        onChange={(event) => change(code, event.target.value)}
      />
    </Field>
  ));
}

/** A language in its own words. */
const nameOfLanguage = (code: string): string => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

const toLocal = (iso: string | null): string => (iso === null ? '' : localTime(new Date(iso)));
const fromLocal = (local: string): string | null => (local === '' ? null : new Date(local).toISOString());
