import { COLOURS } from '../platform/kit/colours.ts';

/** The shades of one accent in one theme, as `#rrggbb`. */
export interface Shades {
  accent: string;
  accentStrong: string;
  accentSoft: string;
  onAccent: string;
}

/** A brand's colour as it is shown: readable in both themes. */
export interface Palette {
  light: Shades;
  dark: Shades;
}

type Rgb = readonly [number, number, number];

interface Grounds {
  /** The background of accented text: of all surfaces, the one on which it is hardest to read. */
  ground: string;
  surface: string;
  on: string;
  towards: string;
}
const LIGHT: Grounds = {
  ground: COLOURS.light.sunken,
  surface: COLOURS.light.surface,
  on: '#ffffff',
  towards: '#000000',
};
const DARK: Grounds = {
  ground: COLOURS.dark.sunken,
  surface: COLOURS.dark.surface,
  on: COLOURS.dark.canvas,
  towards: '#ffffff',
};

/** The least contrast of text to its background (WCAG 2.2, level AA). */
export const LEAST_CONTRAST = 4.5;

/** The nearest readable shades of a colour: darkened or lightened only as far as needed. */
export const paletteOf = (color: string): Palette => ({ light: shadesOf(color, LIGHT), dark: shadesOf(color, DARK) });

function shadesOf(color: string, theme: Grounds): Shades {
  const accentSoft = mix(theme.surface, color, 0.12);
  for (let step = 0; step <= 50; step++) {
    const accent = mix(color, theme.towards, step / 50);
    const grounds = [theme.ground, theme.surface, theme.on, accentSoft];
    if (grounds.every((ground) => contrast(accent, ground) >= LEAST_CONTRAST)) {
      return { accent, accentStrong: mix(accent, theme.towards, 0.25), accentSoft, onAccent: theme.on };
    }
  }
  throw new RangeError(`not a colour: ${color}`);
}

/** The contrast of two colours, from 1 to 21, by WCAG's formula. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = parse(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** A mix of two colours. */
function mix(from: string, to: string, share: number): string {
  const target = parse(to);
  const mixed = parse(from).map((value, at) => Math.round(value + ((target[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const parse = (color: string): Rgb => [
  Number.parseInt(color.slice(1, 3), 16),
  Number.parseInt(color.slice(3, 5), 16),
  Number.parseInt(color.slice(5, 7), 16),
];
