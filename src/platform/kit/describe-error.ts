/**
 * An error as the log keeps it: name, words, code and stack, and what caused it. Not the values that a query
 * was given: they may be what people entered.
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

/** Class 22 of PostgreSQL's errors is of data, and quotes what it could not take. */
const OF_DATA = /^22/;

/** What a database error says without the values in it; null for any other error, whose words are our own. */
function wordsOf(error: Error): string | null {
  // The query builder repeats query and parameters in its message and on itself.
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
