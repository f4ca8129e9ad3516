import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  /** The text of its copy button, e.g. "Copy the command". */
  label: string;
  code: string;
}

/** Code to read and copy, from left to right in every language; long lines wrap. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  return (
    <div dir="ltr" className="relative min-w-0 rounded-md border border-line bg-sunken">
      <pre className="py-3 ps-4 pe-12 font-mono text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
      <div className="absolute end-1.5 top-1.5 rounded-md bg-sunken">
        <CopyButton value={code} label={label} />
      </div>
    </div>
  );
}
