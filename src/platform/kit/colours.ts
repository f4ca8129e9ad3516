/**
 * The colours that stand outside the style sheet too: in the browser's bar, on paper, in mail, and where a brand's colour
 * has to be readable. web/palette.css has all of them; `tests/rules/colours.test.ts` holds these against it.
 */
export const COLOURS = {
  light: {
    canvas: '#f6f7f9',
    surface: '#ffffff',
    sunken: '#eff1f5',
    line: '#e0e4eb',
    ink: '#141a26',
    muted: '#566072',
    accent: '#3050c8',
  },
  dark: { canvas: '#0d1119', surface: '#151b26', sunken: '#1e2532' },
} as const;
