/**
 * An error as the log shows it: name, message, code, stack and cause. The values of a query are left out,
 * because they may be what people entered.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const said = wordsOf(error);
  return {
    name: error.name,
    message: said ?? error.message,
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint_name' in error ? { constraint: error.constraint_name } : {}),
    stack: said === null ? error.stack : framesOf(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}),
  };
}

const MESSAGE_LENGTH = 500;

/** PostgreSQL's class 22 is errors about data; their messages quote the value that was refused. */
const OF_DATA = /^22/;

/** A database error's message without the values; null for any other error, whose message we wrote ourselves. */
function wordsOf(error: Error): string | null {
  // The query builder repeats the query and its parameters in its message and in its own fields.
  if ('params' in error && 'query' in error) return String(error.query).slice(0, MESSAGE_LENGTH);
  if ('code' in error && typeof error.code === 'string' && OF_DATA.test(error.code)) {
    return error.message.replace(/".*"/s, '"…"').slice(0, MESSAGE_LENGTH);
  }
  return null;
}

const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
