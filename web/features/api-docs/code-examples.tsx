import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { curl } from './curl.ts';
import type { Example } from './example-request.ts';
import { pythonExample } from './python-example.ts';
import { typescriptExample } from './typescript-example.ts';

const LANGUAGES = Object.entries({ curl, TypeScript: typescriptExample, Python: pythonExample });

/** An example in several languages; each works when it is pasted. */
export function CodeExamples({ title, example }: { title: string; example: Example }) {
  const [language, setLanguage] = useState(0);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div role="group" aria-label={t('apiDocs.languages', { title })} className="flex gap-1">
        {LANGUAGES.map(([name], at) => (
          <button
            key={name}
            type="button"
            aria-pressed={at === language}
            onClick={() => setLanguage(at)}
            className="rounded-md px-2.5 py-1 text-sm font-medium text-muted transition-colors hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {name}
          </button>
        ))}
      </div>
      <CodeBlock scrolls label={t('apiDocs.example', { title })} code={LANGUAGES[language]?.[1](example) ?? ''} />
    </div>
  );
}
