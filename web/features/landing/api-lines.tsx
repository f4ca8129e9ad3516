import { t } from '../../lib/i18n.ts';
import { CodeBlock } from '../../ui/code-block.tsx';

/** The way from a program to its first message: the key, the message as a test, and its report; spaces to break at. */
function linesFor(origin: string): string {
  const messages = `${origin}/api/users/$USER_ID/sms`;
  const key = '-H "Authorization: Bearer $API_KEY"';
  const test = { senderId: 'MyCompany', recipients: ['+447700900123'], message: 'Hello, world', test: true };
  return [
    'export API_KEY=tl_live_… USER_ID=…',
    `curl "${messages}" ${key} -H "Content-Type: application/json" -d '${JSON.stringify(test).replaceAll(',"', ', "')}'`,
    `curl "${messages}?test=true" ${key}`,
  ].join('\n');
}

/** Three lines of a shell that run as they are, once key and account are entered. */
export function ApiLines() {
  return (
    <section aria-labelledby="api" className="mx-auto max-w-6xl px-4 pb-20 sm:px-6 lg:pb-28">
      <h2 id="api" className="text-2xl font-semibold tracking-tight sm:text-3xl">
        {t('landing.api.heading')}
      </h2>
      <p className="mt-4 mb-6 max-w-2xl text-lg text-pretty text-muted">{t('landing.api.text')}</p>
      <CodeBlock label={t('landing.api.copy')} code={linesFor(window.location.origin)} />
    </section>
  );
}
