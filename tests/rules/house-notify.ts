import { noNode } from './rule.ts';
import { calledName, textsOf } from './syntax.ts';

const NOTIFY = /\bpg_notify\b|(^|;|\s)notify\s+"?[a-z_]+"?\s*(,|;|$)/i;

/** Only the bus may notify PostgreSQL's listeners. */
export const quiet = noNode(
  'no NOTIFY but the bus’s own',
  {
    about: /^(src|db)\//,
    except: /^src\/platform\/events\/bus\.ts$/,
    broken: [
      'src/money/payments/wake.ts',
      "await sql.notify('channel', '');",
      "await sql['notify']('channel', '');",
      "await sql`select pg_notify('channel', '')`;",
      "await sql.unsafe('notify channel');",
      "await sql`NOTIFY channel, 'x'`;",
    ],
  },
  (node, syntax) => {
    if (calledName(node) === 'notify') return true;
    if (node.type !== 'Literal' && node.type !== 'TemplateLiteral') return false;
    return textsOf({ ...syntax, nodes: [node] }).some(({ text }) => NOTIFY.test(text));
  },
);
