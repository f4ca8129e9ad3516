import { matchOf } from '../../shared/match-of.ts';
import type { Config } from '../config.ts';
import changes from './api-changes.txt' with { type: 'text' };
import { DESCRIPTIONS } from './openapi-served.ts';
import { secure } from './security.ts';

const page = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Topline</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs-assets/palette.css" />
    ${head}
    <link rel="stylesheet" href="/api/docs/style.css" />
    <script src="/api/docs/start.js" defer></script>
  </head>
  <body>
    <header><a href="/">Topline</a><a href="/dashboard?section=api">Back to the dashboard</a></header>
    ${body}
  </body>
</html>
`;

const PAGE = page(
  'API reference',
  `<link rel="preload" href="${DESCRIPTIONS.programs}" as="fetch" crossorigin />
    <link rel="stylesheet" href="/docs-assets/swagger-ui.css" />
    <script src="/docs-assets/swagger-ui-bundle.js" defer></script>`,
  `<div id="reference"></div>
    <noscript>The API reference needs JavaScript. The description itself is at ${DESCRIPTIONS.programs}.</noscript>`,
);

const headed = changes.replaceAll(
  /^(#+) (.*)\n$/gm,
  (_, { length }: string, text) => `<h${length}>${text}</h${length}>`,
);
const CHANGES = page('Changes of the API', '', `<main>${headed}\n<p><a href="/api/docs">API reference</a></p></main>`);

/** The library's looks in the colours of the product's palette; the id is stronger than the library's own rules. */
const STYLE = `
:root, :root.dark-mode { background: var(--canvas); }
body { margin: 0; }
body > main { max-width: 720px; margin: auto; padding: 24px 20px; color: var(--ink); font: 14px/1.6 system-ui, sans-serif; white-space: pre-line; }
body > main > * { margin: 0; }
body > main a { color: var(--accent); }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px 20px; max-width: 1460px; margin: auto; padding: 16px 20px 0; font: 500 14px system-ui, sans-serif; }
header a { color: var(--accent); }
header a:first-child { color: var(--ink); font-weight: 600; font-size: 18px; text-decoration: none; }
#reference > *, #reference .scheme-container { background: none; color: var(--ink); }
#reference .info a { color: var(--accent); font: inherit; }
#reference .info :is(.title, .title > span) { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 0; font-size: 24px; color: var(--ink); }
#reference :is(p, li, small, .url, h1, h2, h3, h4, label, td, th, button, select, input, .opblock-summary-description) { font-family: system-ui, sans-serif; }
#reference .swagger-ui .info { margin: 24px 0; }
/* A list of free licences; a choice of one server; what a browser sends by itself. */
#reference :is(.info__license, .servers-title, .servers, .auth-container ~ .auth-container) { display: none; }
#reference .info .title small { background: none; margin: 0; padding: 0; top: 0; }
#reference .info .title small pre { background: var(--sunken); color: var(--muted); border-radius: 4px; padding: 0 6px; }
#reference :is(.markdown, .renderedMarkdown) code { background: var(--sunken); color: var(--ink); font: 400 13px ui-monospace, Menlo, Consolas, monospace; }
/* A command stays in lines that can be copied, and scrolls in its own box. */
#reference .info pre { overflow-x: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: 6px; padding: 12px; }
#reference .info pre code { padding: 0; white-space: pre; line-height: 1.6; }
#reference :focus-visible { outline: 2px solid var(--accent); }
#reference :focus:not(:focus-visible) { outline: none; }
#reference ::-webkit-search-cancel-button { appearance: auto; cursor: pointer; }
/* Events of webhooks have them. */
#reference:has(.webhooks) section > h3 { display: none; }
/* It can stand at the top, whatever is found. */
body:has(.operation-filter-input:not(:placeholder-shown)) #reference { padding-bottom: 60vh; }
/* The search stays in view; the library lets only what is in its own box stick. */
#reference .filter-container { position: sticky; top: 0; z-index: 1; background: var(--canvas); }
#reference :is(.operation-filter-input, select) { border: 1px solid var(--line-strong); border-radius: 6px; background-color: var(--surface); color: var(--ink); box-shadow: none; }
#reference .operation-filter-input { margin: 12px 0; max-width: none; }
#reference .scheme-container { box-shadow: none; border-bottom: 1px solid var(--line); margin: 0; padding: 0 0 16px; }
#reference .info details { margin: 0 0 16px; }
#reference .info summary { padding: 4px 0; color: var(--accent); cursor: pointer; font: 500 14px system-ui, sans-serif; }
#reference .webhooks > h2, #reference .opblock-tag { border-color: var(--line); font-size: 18px; }
#reference .opblock-tag small { color: var(--muted); }
/* It stood before the padlock as a grey stub. */
#reference .opblock-summary .copy-to-clipboard { display: none; }
@media (max-width: 600px) {
  #reference .info :is(.title, .title > span) { font-size: 22px; }
  #reference .opblock-summary .authorization__btn { display: none; }
  #reference .opblock .opblock-summary-method { min-width: 62px; }
  #reference .info pre { padding: 8px; }
  #reference .info pre code { font-size: 12px; }
  #reference .opblock-tag { display: grid; grid-template-columns: 1fr auto; padding-inline: 0; }
  #reference .opblock-tag small { grid-row: 2; padding: 0; }
  /* An answer has the whole width, and scrolls with the page. */
  #reference .responses-table :is(tbody:has(> .response), .response, .response > td) { display: block; min-width: 0; padding: 4px 0; }
  #reference .responses-table :is(thead:has(.col_header), .response-col_links) { display: none; }
  #reference .responses-inner { padding: 12px; }
  #reference .highlight-code > .microlight { max-height: none; }
}
/* Room for its buttons. */
#reference .live-responses-table .highlight-code > .microlight { padding-bottom: 48px; }
#reference .opblock { background: var(--surface); border-color: var(--line); box-shadow: none; margin-bottom: 8px; }
#reference .opblock .opblock-summary { border-color: var(--line); }
#reference .opblock-section-header { background: var(--sunken); box-shadow: none; }
#reference .opblock-body { overflow-x: auto; }
#reference .opblock-body :is(p, td) { font-size: 14px; color: var(--ink); }
#reference .opblock .opblock-summary-method { background: var(--accent-soft); color: var(--accent); text-shadow: none; }
#reference .opblock-get .opblock-summary-method { background: var(--sunken); color: var(--muted); }
#reference .opblock-delete .opblock-summary-method { background: var(--danger-soft); color: var(--danger); }
#reference :is(.btn.authorize, .btn.execute) { border-color: var(--accent); color: var(--accent); }
#reference .btn.execute { background: var(--accent); color: var(--on-accent); }
#reference .tab-item.active h4 span::after { background: var(--accent); }
#reference .modal-ux { background: var(--surface); border-color: var(--line); }
#reference .auth-container { border: 0; }
#reference pre:is(.microlight, .example) { background: var(--sunken) !important; color: var(--ink); font-weight: 400; }
#reference .btn.authorize path { fill: var(--accent); }
`;

/** A separate file, because the page's policy allows no inline script. */
const START = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
  const theme = localStorage.getItem('topline-theme');
  const isDark = theme === 'dark' || (theme !== 'light' && dark.matches);
  for (const name of ['dark', 'dark-mode']) document.documentElement.classList.toggle(name, isDark);
};
dark.addEventListener('change', follow);
addEventListener('storage', follow);
follow();

// A screen reader needs these, and the library leaves them out: landmarks, the order of headings, the name of
// a choice.
const MISSING = [
  ['.information-container', { role: 'region', 'aria-label': 'Description' }],
  ['.filter-container', { role: 'search' }],
  ['.operation-filter-input', { type: 'search', 'aria-label': 'Find an operation', placeholder: 'Find an operation' }],
  ['.info pre', { tabindex: '0' }],
  ['h3.opblock-tag', { role: 'heading', 'aria-level': '2' }],
];
const TEXTS = [
  ['section > h3', 'No operations defined in spec!', 'No operation here has all these words.'],
  ['.webhooks > h2', 'Webhooks', 'Events that webhooks receive'],
  ['.info pre code', 'SITE=…', 'SITE=' + location.origin],
];
new MutationObserver(() => {
  for (const [what, attributes] of MISSING) {
    for (const element of document.querySelectorAll(what + ':not([data-named])')) {
      element.setAttribute('data-named', '');
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    }
  }
  for (const [what, old, better] of TEXTS) {
    for (const element of document.querySelectorAll(what)) {
      if (element.textContent.includes(old)) element.textContent = element.textContent.replace(old, better);
    }
  }
  // The whole line is a button already; its link leads to the same place, and a button must hold none.
  for (const link of document.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href');
}).observe(document, { childList: true, subtree: true });

// What a program does first stands first.
const FIRST = ['SMS', 'Webhooks', 'Voice', 'DID numbers', 'Payments', 'Accounts'];
const place = (tag) => (FIRST.indexOf(tag) + FIRST.length + 1) % (FIRST.length + 1);

const matchOf = ${matchOf.toString()};
// Operations that have every word, the best first, in groups that are open.
const found = (groups, search) => {
  const points = (tag) => (each) => {
    const { summary, operationId } = each.get('operation').toObject();
    return matchOf(search, { name: operationId, summary, method: each.get('method'), path: each.get('path'), tag });
  };
  return groups
    .map((group, tag) => group.update('operations', (all) => all.filter(points(tag)).sortBy((each) => -points(tag)(each))))
    .filter((group) => group.get('operations').size > 0)
    .sortBy((group, tag) => -points(tag)(group.getIn(['operations', 0])));
};
// The same for what webhooks are told.
const Webhooks = (Original, { React, layoutSelectors }) => (props) => {
  const search = layoutSelectors.currentFilter();
  const isFound = ([event, [{ operation }]]) =>
    matchOf(search, { name: event, summary: operation.getIn(['operation', 'summary']), method: '', path: '', tag: 'webhooks' });
  const all = Object.entries(props.specSelectors.selectWebhooksOperations() ?? {});
  const selectWebhooksOperations = () => Object.fromEntries(search.length > 0 ? all.filter(isFound) : all);
  return React.createElement(Original, { ...props, specSelectors: { ...props.specSelectors, selectWebhooksOperations } });
};
addEventListener('input', ({ target }) => {
  if (target.matches('.operation-filter-input')) target.closest('.filter-container').parentElement.scrollIntoView();
});
const isShown = (original) => (state, thing, byDefault) =>
  original(thing, byDefault || (thing[0] === 'operations-tag' && state.get('filter')?.length > 0));
const Search = { fn: { opsFilter: found }, wrapComponents: { Webhooks }, statePlugins: { layout: { wrapSelectors: { isShown } } } };
// Whoever is signed in tries it with their own account.
const updateSpec = (original) => (text) => {
  const description = JSON.parse(text);
  const { state } = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
  const { id } = description.components.parameters;
  if (id && state?.user) id.example = state.user.id;
  return original(JSON.stringify(description));
};
const OwnAccount = { statePlugins: { spec: { wrapActions: { updateSpec } } } };
const asked = new URLSearchParams(location.search);

window.SwaggerUIBundle?.({
  dom_id: '#reference',
  url: (${JSON.stringify(DESCRIPTIONS)})[[...asked.keys()][0]] ?? '${DESCRIPTIONS.programs}',
  deepLinking: true,
  docExpansion: 'none',
  filter: asked.get('find') || true,
  plugins: [Search, OwnAccount],
  // A terminal has no session: the command shows where a key belongs. It is not sent.
  requestInterceptor: (request) => {
    request.curlOptions = request.headers?.Authorization ? [] : ['-H', 'Authorization: Bearer YOUR_API_KEY'];
    return request;
  },
  tagsSorter: (one, other) => place(one) - place(other),
  displayRequestDuration: true,
  syntaxHighlight: false,
  // The schemas of all 250 operations below them would take seconds to draw.
  defaultModelsExpandDepth: -1,
  // It would send the description to another site.
  validatorUrl: null,
});
`;

/** The page that shows the API description and sends trial requests. It loads nothing from other sites. */
export const docsPage = (): Response => text(PAGE, 'text/html');

/** What else is below its address: how it starts, how it looks, and what programs notice from version to version. */
const FILES = {
  'start.js': { content: START, type: 'text/javascript' },
  'style.css': { content: STYLE, type: 'text/css' },
  changes: { content: CHANGES, type: 'text/html' },
};
export const docsFile = (name: keyof typeof FILES, config: Config): Response =>
  secure(text(FILES[name].content, FILES[name].type), config);

const text = (content: string, type: string): Response =>
  new Response(content, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' } });
