import { eachFile, noNode, type Rule } from './rule.ts';
import type { Source } from './sources.ts';
import { at, calledName, child, children, nameOf, type Syntax, syntaxOf, writesIn } from './syntax.ts';

/** Files that change something for somebody and leave no row in the audit log, each for its reason. */
const UNTRACED = new RegExp(
  [
    // Their result takes effect only when it is confirmed or used, and that is logged.
    'src/callers/sign-in/(passkeys|second-factor/start-totp)',
    // It is a part of verbs that log the change: they make, replace and end keys.
    'src/callers/keys/api-keys',
    // A hold costs nothing and ends by itself.
    'src/services/numbers/holds/',
    // An administrator who looks into a payment decides nothing about it.
    'src/money/payments/review/take',
    // The file's row itself records its owner and its time.
    'src/edge/uploads/',
    // Old rows are removed; no person does it.
    'src/carriers/history',
  ].join('|'),
);

const calls = (syntax: Syntax): Set<string> =>
  new Set(syntax.nodes.map(calledName).filter((name) => name !== undefined));

/** The functions that a file exports by name. */
const exportsOf = (syntax: Syntax): string[] =>
  syntax.nodes
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .map((node) => nameOf(child(child(node, 'declaration') ?? node, 'id')) ?? '');

/** Names of functions that write a row into the audit log, themselves or by calling another that does. */
function tracing(syntaxes: readonly Syntax[]): Set<string> {
  const names = new Set(['audit']);
  for (let before = 0; before !== names.size;) {
    before = names.size;
    for (const syntax of syntaxes) {
      if (![...calls(syntax)].some((name) => names.has(name))) continue;
      // A file holds one function, so calling it leaves its trace.
      for (const name of exportsOf(syntax)) names.add(name);
    }
  }
  return names;
}

const isTold = ({ nodes }: Syntax): boolean =>
  nodes.some(
    (node) => node.type === 'TSTypeReference' && /^(Actor|Context)$/.test(nameOf(child(node, 'typeName')) ?? ''),
  );

function untraced(sources: readonly Source[]): string[] {
  const syntaxes = sources.filter(({ path }) => /^src\/.*\.ts$/.test(path)).map(syntaxOf);
  const names = tracing(syntaxes);
  return syntaxes
    .filter(({ source }) => !UNTRACED.test(source.path))
    .filter((syntax) => isTold(syntax) && ![...calls(syntax)].some((name) => names.has(name)))
    .flatMap((syntax) => writesIn(syntax).map(({ start }) => at(syntax, start)));
}

const traced: Rule = {
  name: 'who changes something leaves a row in the audit log',
  broken: [
    "import { users } from 'x'; export async function rename(tx: Transaction, actor: Actor) { await tx.db.update(users).set({ fullName: actor.id }); }",
    'export const rename = (tx: Transaction, a: Actor) => tx.db.execute(sql`update users set phone = null`);',
    "import { users as u } from 'x'; export const rename = (tx: Transaction, { id }: Actor) => tx.db.delete(u);",
  ].map((text) => ({ path: 'src/accounts/profile/rename.ts', text })),
  faults: untraced,
};

const guarded = noNode(
  'a route is declared by its kind, and a bare one is a carrier’s',
  {
    about: /^src\//,
    except: /^src\/callers\/route\.ts$/,
    broken: [
      'src/services/voice/routes.ts',
      'export const routes = [{ endpoint: getCall, serve: async () => new Response() }];',
      "export const routes = [bareRoute(contract.getCall, async () => new Response('all calls'))];",
      'const open = bareRoute; export const routes = [open(contract.getCall, async () => new Response())];',
    ],
  },
  (node) => {
    if (node.type === 'ObjectExpression') {
      const keys = new Set(children(node, 'properties').map((property) => nameOf(child(property, 'key'))));
      return keys.has('endpoint') && keys.has('serve');
    }
    if (node.type === 'VariableDeclarator') return nameOf(child(node, 'init')) === 'bareRoute';
    if (calledName(node) !== 'bareRoute') return false;
    const endpoint = children(node, 'arguments')[0];
    const name = endpoint && (nameOf(endpoint) ?? nameOf(child(endpoint, 'property')));
    return ![
      'carrierCallback',
      'messageCallback',
      'callCallback',
      'incomingCallCallback',
      'papersCallback',
      'callInstructions',
    ].includes(name ?? '');
  },
);

const checkedInStatement = eachFile(
  'a statement that checks its caller says so by the guard',
  {
    about: /^src\//,
    // The send statement is put together there, and `send.ts` asks the guard; `note-acting` and `audit` only say who it is.
    except:
      /^src\/callers\/(route|guards|credentials|note-acting|audit)\.ts$|routes\.ts$|^src\/edge\/http\/|\/one-statement\//,
    broken: [
      'src/services/voice/read.ts',
      'export const read = (deps: Deps, credential: Credential) => deps.sql`select 1`;',
      'export const read = (deps: Deps, credential: Sender) => deps.sql`select 1`;',
    ],
  },
  (syntax) => {
    const takes = syntax.nodes.find(
      (node) => node.type === 'TSTypeReference' && /^(Credential|Sender)$/.test(nameOf(child(node, 'typeName')) ?? ''),
    );
    const guards = ['admit', 'admitRow', 'callerSql', 'isStillSignedIn', 'statementFor'];
    const isGuarded = guards.some((name) => calls(syntax).has(name) || syntax.imports.has(name));
    return takes && !isGuarded ? [at(syntax, takes.start)] : [];
  },
);

export const VERB_RULES: readonly Rule[] = [traced, guarded, checkedInStatement];
