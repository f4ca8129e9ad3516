/**
 * An error as the log keeps it: kind, words, code and stack, and what caused it. Not the values that a query
 * was given: they may be what people entered.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // The query builder repeats query and parameters in its message and on itself.
  const isQuery = 'params' in error && 'query' in error;
  const message = isQuery ? String(error.query).slice(0, MESSAGE_LENGTH) : error.message;
  return {
    type: error.name,
    message,
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint_name' in error ? { constraint: error.constraint_name } : {}),
    stack: isQuery ? framesOf(error) : error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}),
  };
}

const MESSAGE_LENGTH = 500;

const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
