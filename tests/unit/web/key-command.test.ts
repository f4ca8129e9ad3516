import { expect, test } from 'bun:test';
import { keyCommand } from '../../../web/features/api-docs/authentication.tsx';

const KEY = 'tl_live_abcdefghijklwxyz';
const MASKED = 'tl_live_…wxyz';

test('the command has the whole key, or asks for it', () => {
  expect(keyCommand(MASKED, KEY, 'ID')).toBe(`export API_KEY=${KEY} USER_ID=ID`);
  for (const other of [null, 'tl_live_abcdefghijkl1234']) {
    expect(keyCommand(MASKED, other, 'ID')).toMatch(/^(?!.*tl_live_).*read -r API_KEY/);
  }
});
