import { passwordTips } from '../../../web/ui/password-tips.tsx';

const followed = (password: string) =>
  passwordTips(password).flatMap((advice) => (advice.followed ? [advice.tip] : []));

test.each([
  ['', []],
  ['abcdefg', []],
  ['abcdefgh', ['length']],
  ['Abc', ['mixedCase']],
  ['a1', ['digit']],
  ['a b', []],
  ['Correct-Horse-7', ['length', 'mixedCase', 'digit', 'symbol']],
])('%p', (password, tips) => {
  expect<string[]>(followed(password)).toEqual(tips);
});
