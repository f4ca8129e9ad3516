import { expect, test } from 'bun:test';
import { IMPERATIVES } from './imperatives.ts';

/** The rule holds from here on; the subjects of older commits stay as they are. */
const SINCE = '2026-11-22T19:45:00Z';

const SUBJECT = /^(?:feat|fix|test|docs|refactor|perf|chore|build|ci)(?:\([a-z0-9-]+\))?: (?<verb>[a-z]+) \S/;

/** Whether a subject has the form "type(part): verb …", with a verb in the imperative. */
function isImperative(subject: string): boolean {
  const verb = SUBJECT.exec(subject)?.groups?.verb;
  return verb !== undefined && IMPERATIVES.has(verb);
}

/** The subjects since then. There are none where the files came without their history. */
function newSubjects(): string[] {
  const log = Bun.spawnSync(['git', 'log', '--no-merges', `--since=${SINCE}`, '--format=%s'], {
    cwd: import.meta.dir,
  });
  return log.stdout.toString().split('\n').filter(Boolean);
}

test('the subject of each new commit has a type and an imperative', () => {
  expect(newSubjects().filter((subject) => !isImperative(subject))).toEqual([]);
});

test.each([
  'feat(payments): a customer may sign for a payment',
  'fix(sip): calls in reach the trunk',
  'docs: figures of the bench',
  'test: reads each list',
  'feat(payments): sign',
  'add a trunk',
])('the rule refuses "%s"', (subject) => {
  expect(isImperative(subject)).toBe(false);
});

test.each(['feat(payments): let a customer sign for a payment', 'docs: write down the figures of the bench'])(
  'the rule accepts "%s"',
  (subject) => {
    expect(isImperative(subject)).toBe(true);
  },
);
