import { LANGUAGES } from '../../../db/enums.ts';
import { countParts } from '../../../src/shared/parts.ts';
import { hashCode, isCode, sealCode, unsealCode } from '../../../src/services/verifications/code.ts';
import { CODE_TEXTS } from '../../../src/services/senders/code-text.ts';

test.each(LANGUAGES)('the text with a code in %s fits into one part and has a place for it', (language) => {
  expect(countParts(CODE_TEXTS[language], '160/153').parts).toBe(1);
  expect(CODE_TEXTS[language].split('******')).toHaveLength(2);
});

test('a hash depends on the secret and on the verification, and old secrets are still known', () => {
  const old = { sessionSecret: 'one', formerSecrets: [] };
  const now = { sessionSecret: 'two', formerSecrets: ['one'] };
  const hash = hashCode(old, 'a', '123456');
  expect(isCode(now, 'a', { hash, code: '123456' })).toBe(true);
  expect(isCode(now, 'a', { hash, code: '123457' })).toBe(false);
  expect(isCode(now, 'b', { hash, code: '123456' })).toBe(false);
  expect(isCode({ ...now, formerSecrets: [] }, 'a', { hash, code: '123456' })).toBe(false);
  const sealed = sealCode(old, 'a', '123456');
  expect(unsealCode(now, 'a', sealed)).toBe('123456');
  expect(unsealCode(now, 'b', sealed)).toBeNull();
});
