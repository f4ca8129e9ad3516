import type { Config } from '../config.ts';
import { secure } from './security.ts';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API reference</title>
    <link rel="icon" href="data:," />
    <script src="/docs-assets/standalone.js" defer></script>
    <script src="/api/docs/start.js" defer></script>
  </head>
  <body>
    <div id="reference"></div>
    <noscript>The API reference needs JavaScript. The description itself is at /api/openapi.json.</noscript>
  </body>
</html>
`;

/**
 * The page's lightest greys and the colours of its methods, made darker or lighter: texts reach a contrast of
 * 4.5:1 in both themes.
 */
const CONTRAST = `
.light-mode {
  --scalar-color-2: #5c5c5c;
  --scalar-color-3: #666;
  --scalar-color-green: #00704a;
  --scalar-color-blue: #0066a8;
  --scalar-color-orange: #a34700;
  --scalar-color-red: #c01f1f;
  --scalar-color-yellow: #7a5a00;
  --scalar-color-purple: #5b34c8;
}
.dark-mode {
  --scalar-color-3: #a0a0a0;
  --scalar-color-red: #ff7b7b;
}`;

/** A separate file, because the page's policy allows no inline script. */
const START = `// Its validator would try whether code can be made from text, which the page's policy reports as a fault.
(globalThis.__zod_globalConfig ??= {}).jitless = true;

// Its buttons that copy a command show a sign only, and say nothing to a screen reader.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('button.scalar-code-copy:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy');
  }
  // Its lists of endpoints scroll, and nothing inside them takes the focus.
  for (const list of document.querySelectorAll('ul.endpoints:not([tabindex])')) list.setAttribute('tabindex', '0');
}).observe(document, { childList: true, subtree: true });

Scalar.createApiReference('#reference', {
  customCss: ${JSON.stringify(CONTRAST)},
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  documentDownloadType: 'json',
});
`;

/** The page that shows the API description and sends trial requests. It loads nothing from other sites. */
export const docsPage = (config: Config): Response => secure(text(PAGE, 'text/html'), config, 'reference');

/** The script that starts the page. */
export const docsScript = (config: Config): Response => secure(text(START, 'text/javascript'), config);

const text = (content: string, type: string): Response =>
  new Response(content, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' },
  });
