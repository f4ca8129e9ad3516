import type { ReactNode } from 'react';

interface FoldProps {
  /** The name by which an address leads there. */
  place: string;
  title: string;
  /** What is true now, in a few words. */
  state: ReactNode;
  description?: string;
  children: ReactNode;
}

/** A card that is closed at first; its line says what is true. */
export const Fold = ({ place, title, state, description, children }: FoldProps) => (
  <details
    data-setting={place}
    tabIndex={-1}
    className="min-w-0 scroll-mt-20 rounded-lg border border-line bg-surface shadow-card"
  >
    <summary className="cursor-pointer px-5 py-4">
      <h2 className="me-2 inline text-lg font-semibold">{title}</h2>{' '}
      <span className="text-sm whitespace-nowrap text-muted max-sm:block max-sm:ps-4">{state}</span>
    </summary>
    {description && <p className="px-5 pb-3 text-muted">{description}</p>}
    {children}
  </details>
);

/** Opens the fold or the row of this name and whatever it is folded into, and goes there. */
export function reveal(name: string): void {
  const place = document.querySelector<HTMLElement>(`[data-setting="${CSS.escape(name)}"]`);
  place?.closest('details')?.setAttribute('open', '');
  place?.scrollIntoView({ block: place.matches('li') ? 'center' : 'start' });
  place?.focus({ preventScroll: true });
}
