import type { ReactNode } from 'react';
import { Link } from '../../lib/router.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { LanguageSelect } from '../../ui/language-select.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';

interface LinkPageProps {
  title: string;
  description?: ReactNode;
  /** With room for long texts. */
  wide?: boolean;
  children: ReactNode;
}

/** The frame of the pages that mails link to, signed in or not. */
export function LinkPage({ title, description, wide = false, children }: LinkPageProps) {
  useDocumentTitle(title);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between gap-3 px-4 py-3 sm:px-6">
        <Link to="/" className="min-w-0 rounded-md">
          <Wordmark />
        </Link>
        <span className="flex items-center gap-1">
          <LanguageSelect />
          <ThemeToggle />
        </span>
      </header>
      <main className="flex flex-1 flex-col items-center px-4 pt-8 pb-16 sm:pt-[12vh]">
        <div
          className={`w-full ${wide ? 'max-w-3xl' : 'max-w-md'} rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6`}
        >
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {description && <p className="mt-1 break-words text-muted">{description}</p>}
          <div className="mt-5 flex flex-col gap-4">{children}</div>
        </div>
      </main>
    </div>
  );
}
