import { Glob } from 'bun';
import { expect, test } from 'bun:test';
import { findSentence } from '../../web/lib/fault-text.ts';
import { loadApplicationTexts } from '../../web/lib/i18n.ts';

/** What programs alone are told, of requests that no screen makes, or what a screen says in words of its own. */
const FOR_PROGRAMS =
  /^(?:malformed_|bad_|idempotency_|unsupported_media_type|payload_too_large|not_found|forbidden|not_signed_in|second_factor|step_up_required|provider_failed)/;

/** Still in English on every screen: few people meet them. None may be added. */
const IN_ENGLISH = new Set<string>([
  'A logo must be an image: PNG, JPEG, GIF or WebP',
  'An administrator cannot be suspended here',
  'Administrators do not buy reseller packages',
  "A reseller's customer cannot buy a reseller package",
  'Please choose the monthly or the yearly package',
  'This is a real number: write to it from a telephone',
  'There must be as many fields as recipients',
  'Please choose a package',
  'The duration must be a whole number of seconds, at most a day',
  'An account may have 7 event streams open. Please close one first.',
  'Your uploads may come to 7 MB. Please contact support.',
  'The database does not answer',
  'The request holds a value that cannot be stored',
  'The body holds a NUL character',
  'Idempotency-Key must be 1 to 255 printable characters without spaces',
  'Passkeys need a host name: this address is a number',
  'Recovery codes go with a second factor: set one up first',
  'No authenticator app waits to be confirmed',
  'Your own second factor is turned off in your settings',
  'No authenticator app is set up',
  'An authenticator app is set up already',
  'This e-mail address has been confirmed',
  'A PDF holds at most 7 movements; choose a shorter period, or export as CSV',
  'Say what arrived either in pounds or in the coin',
  'This payment was not made at a rate: say what arrived in pounds',
  '7 has at most 7 decimals',
  "That is worth less than a penny at the payment's rate",
  '7: verify it with the same, or reject it',
  'Only 7 can take this approval back',
  '7: credit what arrived, or reject the payment',
  'You have asked for this reversal: another administrator has to agree',
  'Another administrator asked for 7: reverse the same',
  'Only a payment that is reversed whole frees its hash',
  'Only a payment that was verified can be reversed',
  'The books do not add up, so that payments are not verified and margins not paid: the administration page says which account it is and how to go on',
  'A balance cannot hold more than £99,999,999.99',
]);

/** Said to a SIP edge alone: a telephone shows the status, not the words. */
const FOR_EDGES = new Set<string>([
  'No carrier takes calls of trunks at the moment',
  'This call has ended',
  'All 7 channels of this trunk are in use',
]);

/** Every sentence in which the server refuses something, with sample values where it has some. */
async function sentencesOf(): Promise<string[]> {
  const found: string[] = [];
  for await (const path of new Glob('src/**/*.ts').scan('.')) {
    if (path.startsWith('src/carriers/adapters')) continue;
    const text = await Bun.file(path).text();
    const problems = text.matchAll(/new Problem\(\s*'(\w+)',\s*(['"`])((?:\\.|(?!\2).)*)\2/gs);
    const fields = text.matchAll(/invalidField\(\s*[^,]+,\s*(['"`])((?:\\.|(?!\1).)*)\1/gs);
    for (const [, code = '', , sentence = ''] of problems) if (!FOR_PROGRAMS.test(code)) found.push(sentence);
    for (const [, , sentence = ''] of fields) found.push(sentence);
  }
  return found.map((sentence) => sentence.replace(/£\$\{[^}]*\}/g, '£7.00').replace(/\$\{[^}]*\}/g, '7'));
}

test('what the server refuses is said in every language', async () => {
  await loadApplicationTexts();
  const said = await sentencesOf();
  expect(said.length, 'the sentences are found').toBeGreaterThan(100);
  const unknown = said.filter(
    (sentence) => findSentence(sentence) === null && !IN_ENGLISH.has(sentence) && !FOR_EDGES.has(sentence),
  );
  expect(unknown).toEqual([]);
});

test('a sentence is found with what stands in it', async () => {
  await loadApplicationTexts();
  expect(findSentence('Insufficient credits: this costs £0.10 and your balance is £0.09')).toEqual({
    key: 'sentences.insufficient',
    values: { price: '£0.10', balance: '£0.09' },
  });
  expect(findSentence('The minimum amount is £50')?.key).toBe('faults.belowMinimum');
  expect(findSentence('Nobody has said this')).toBeNull();
});
