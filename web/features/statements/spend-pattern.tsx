import { PatternCircles, PatternLines } from '@visx/pattern';
import { SPEND_KINDS, type SpendKind } from '../../../src/money/statements/catalogue.ts';

/** A kind is told from its neighbours by its pattern as well as by its colour. */
const LOOKS: Record<SpendKind, { color: string; pattern: 'solid' | 'lines' | 'dots' }> = {
  sms: { color: 'var(--accent)', pattern: 'solid' },
  voice: { color: 'var(--accent)', pattern: 'lines' },
  numbers: { color: 'var(--accent)', pattern: 'dots' },
  packages: { color: 'var(--muted)', pattern: 'solid' },
  reseller: { color: 'var(--muted)', pattern: 'lines' },
  other: { color: 'var(--muted)', pattern: 'dots' },
};

const TILE = 6;

const idOf = (kind: SpendKind) => `spend-${kind}`;

/** The fill of a kind. */
export const fillOf = (kind: SpendKind): string =>
  LOOKS[kind].pattern === 'solid' ? LOOKS[kind].color : `url(#${idOf(kind)})`;

/** The outline keeps a light pattern apart from the ground. */
export const outlineOf = (kind: SpendKind): string => LOOKS[kind].color;

/** The patterns themselves, once for a picture. */
export function SpendPatterns() {
  return SPEND_KINDS.map((kind) => {
    const { color, pattern } = LOOKS[kind];
    const tile = { id: idOf(kind), width: TILE, height: TILE, background: 'var(--surface)' };
    if (pattern === 'lines') {
      return <PatternLines key={kind} {...tile} stroke={color} strokeWidth={2} orientation={['diagonal']} />;
    }
    return pattern === 'dots' ? (
      <PatternCircles key={kind} {...tile} radius={1.5} fill={color} complement />
    ) : null;
  });
}
