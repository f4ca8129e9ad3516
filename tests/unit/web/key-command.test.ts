import { keyCommand } from '../../../web/features/api-docs/authentication.tsx';

const KEY = 'tl_live_abcdefghijklwxyz';
const MASKED = 'tl_live_…wxyz';

test('the command has the whole key, or a place for it', () => {
  expect(keyCommand(MASKED, KEY, 'ID')).toBe(`export API_KEY=${KEY} USER_ID=ID`);
  const without = [null, 'tl_live_abcdefghijkl1234'].map((other) => keyCommand(MASKED, other, 'ID'));
  expect(new Set(without)).toEqual(new Set(['export API_KEY=YOUR_API_KEY USER_ID=ID']));
});
