import { Search } from './icons.tsx';
import { Input } from './field.tsx';

interface SearchInputProps {
  /** The subject of the search; read aloud and shown while the field is empty. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The key that a screen leads here by. */
  shortcut?: string;
  className?: string;
}

/** A search field that stands without a visible label. */
export function SearchInput({ label, value, onChange, shortcut, className = '' }: SearchInputProps) {
  return (
    <div className={`relative w-full sm:w-64 ${className}`}>
      <Search
        aria-hidden
        className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-keyshortcuts={shortcut}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="ps-8"
      />
    </div>
  );
}
