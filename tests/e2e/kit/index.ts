/** The helpers that most browser tests need, in one place, so that their heads are short. */
export * from './accessible.ts';
export * from './payments.ts';
export * from './people.ts';
export * from './test.ts';
export * from './toasts.ts';
