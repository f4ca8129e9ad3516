import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  /** The text of its copy button, e.g. "Copy the command". */
  label: string;
  code: string;
  /** On a telephone its lines are scrolled instead of broken inside words. */
  scrolls?: boolean;
}

/** Code to read and copy, from left to right in every language; long lines wrap. */
export function CodeBlock({ label, code, scrolls = false }: CodeBlockProps) {
  const lines = scrolls
    ? 'max-sm:overflow-x-auto max-sm:contain-inline-size sm:whitespace-pre-wrap'
    : 'whitespace-pre-wrap';
  return (
    <div dir="ltr" className="relative min-w-0 rounded-md border border-line bg-sunken">
      <pre
        tabIndex={scrolls ? 0 : undefined}
        className={`me-12 py-3 ps-4 font-mono text-sm leading-relaxed wrap-anywhere ${lines}`}
      >
        <code>{code}</code>
      </pre>
      <div className="absolute end-1.5 top-1.5 rounded-md bg-sunken">
        <CopyButton value={code} label={label} />
      </div>
    </div>
  );
}
