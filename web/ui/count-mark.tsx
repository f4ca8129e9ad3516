import { formatNumber } from '../lib/locale.ts';

/** How many things wait, at the end of a row; nothing where none does. @param text says it to who cannot see */
export function CountMark({ count, text }: { count: number; text: string }) {
  if (count === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent px-2 py-0.5 text-xs font-semibold text-on-accent">
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
