import { type CSSProperties } from 'react';
import { type Palette, paletteOf } from '../../../src/shared/palette.ts';
import { t } from '../../lib/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { WordmarkOf } from '../../ui/wordmark.tsx';

interface BrandPreviewProps {
  name: string;
  color: string | null;
  logoUrl: string | null;
}

const THEMES = ['light', 'dark'] as const;
type Styled = CSSProperties & Record<`--${string}`, string>;

/** The brand in both themes, as customers are going to see it. */
export function BrandPreview({ name, color, logoUrl }: BrandPreviewProps) {
  const palette = color && /^#[0-9a-f]{6}$/i.test(color) ? paletteOf(color.toLowerCase()) : null;
  return (
    <Card title={t('brand.preview')}>
      <div className="flex flex-col gap-4">
        {THEMES.map((theme) => (
          <div
            key={theme}
            className={`${theme === 'dark' ? 'dark' : 'light'} rounded-md border border-line bg-surface p-4 text-ink`}
            style={styleOf(palette, theme)}
          >
            <WordmarkOf name={name || t('brand.namePlaceholder')} logoUrl={logoUrl} />
            <div className="mt-4 flex flex-wrap items-center gap-3">
              <span className="rounded-md bg-accent px-3.5 py-2 font-medium text-on-accent">
                {t('brand.sampleButton')}
              </span>
              <Badge tone="accent">{t(`theme.${theme}`)}</Badge>
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}

const styleOf = (palette: Palette | null, theme: 'light' | 'dark'): Styled | undefined =>
  palette
    ? {
        '--accent': palette[theme].accent,
        '--accent-soft': palette[theme].accentSoft,
        '--on-accent': palette[theme].onAccent,
      }
    : undefined;
