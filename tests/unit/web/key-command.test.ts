import { expect, test } from 'bun:test';
import { keyCommand } from '../../../web/features/api-docs/authentication.tsx';

const KEY = 'tl_live_abcdefghijklwxyz';
const MASKED = 'tl_live_…wxyz';

test('the command has the whole key, or asks for it', () => {
  expect(keyCommand(MASKED, KEY)).toBe(`export API_KEY=${KEY}`);
  for (const other of [null, 'tl_live_abcdefghijkl1234']) {
    expect(keyCommand(MASKED, other)).not.toContain('tl_live_');
    expect(keyCommand(MASKED, other)).toContain('read -r API_KEY');
  }
});
