import { t } from '../lib/i18n.ts';
import { useBrand } from '../state/brand.ts';

/** The logo and name that the screens show: the product's, or those of a reseller's brand. */
export function Wordmark() {
  const brand = useBrand();
  return <WordmarkOf name={brand?.name ?? t('app.name')} logoUrl={brand?.logoUrl ?? null} own={!brand} />;
}

interface WordmarkOfProps {
  name: string;
  logoUrl: string | null;
  /** The product's own sign. */
  own?: boolean;
}

/** A sign and a name; without a logo the sign is the first letter. */
export function WordmarkOf({ name, logoUrl, own = false }: WordmarkOfProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      {own && <ProductSign />}
      {!own && logoUrl && (
        <img src={logoUrl} alt="" className="h-7 w-auto max-w-36 shrink-0 rounded-sm object-contain" />
      )}
      {!own && !logoUrl && (
        <span
          aria-hidden
          className="flex size-7 shrink-0 items-center justify-center rounded-md bg-accent font-semibold text-on-accent"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <span className={`truncate font-semibold tracking-tight ${own ? 'text-lg sm:text-xl' : 'text-lg'}`}>{name}</span>
    </span>
  );
}

const ProductSign = () => (
  <svg viewBox="0 0 32 32" aria-hidden className="size-7 shrink-0 text-accent">
    <rect width="32" height="32" rx="8" fill="currentColor" />
    <path d="M8 11h16M16 11v12" className="stroke-on-accent" strokeWidth="3.5" strokeLinecap="round" fill="none" />
    <circle cx="24" cy="22" r="2.6" className="fill-on-accent" opacity="0.6" />
  </svg>
);
