import { describe, expect, test } from 'bun:test';
import { LANGUAGES } from '../../db/enums.ts';
import { plivoMarkup } from '../../src/carriers/adapters/plivo/markup.ts';
import { twiml } from '../../src/carriers/adapters/twilio/twiml.ts';
import { ncco } from '../../src/carriers/adapters/vonage/ncco.ts';
import { VOICES } from '../../src/carriers/adapters/voices.ts';
import { type CallAction, callFlow, type CallPlan } from '../../src/carriers/call-flow.ts';
import { spokenCode } from '../../src/services/senders/code-text.ts';
import { reportFaults } from './descriptions.ts';
import { plivoMarkupFaults } from './plivo-markup-faults.ts';
import { twimlFaults } from './twiml-faults.ts';

const ADDRESSES = {
  ...{ digit: 'https://a.example/d', unconnected: 'https://a.example/u', done: 'https://a.example/e' },
  ...{ recorded: 'https://a.example/r', leg: () => 'https://a.example/l' },
};

const plan = (language: CallPlan['saysIn']): CallPlan => ({
  ...{ reference: 'r', callerId: '+441', destination: '+442', timeLimit: 60, record: false },
  ...{ ivr: false, forwardTo: null, leg: null, voicemail: false, conferenceRoom: null },
  ...{ says: spokenCode('120346', language ?? 'en'), saysIn: language },
});

describe.each(LANGUAGES)('in %s', (language) => {
  const actions = callFlow(plan(language), { kind: 'answered' });
  const text = spokenCode('120346', language);

  test('each digit stands for itself, twice, and nothing else is a figure', () => {
    expect(text.replace(/\D/g, '')).toBe('120346120346');
    expect(text).not.toMatch(/\d\d/);
    expect(actions).toEqual([{ kind: 'say', text, language }, { kind: 'hang-up' }]);
  });

  test('the markup names its voice', () => {
    const { name, language: code } = VOICES[language];
    const document = twiml(actions, ADDRESSES, 60);
    expect(twimlFaults(document)).toEqual([]);
    expect(document).toContain(`<Say voice="Polly.${name}" language="${code}">${text}</Say>`);
    const markup = plivoMarkup(actions, ADDRESSES, { timeLimit: 60, record: false });
    expect(plivoMarkupFaults(markup)).toEqual([]);
    expect(markup).toContain(`<Speak voice="Polly.${name}">${text}</Speak>`);
  });

  test('the call control object names its language', () => {
    const object = ncco(actions, ADDRESSES, { record: false, reference: 'r' });
    expect(reportFaults('vonage', 'Ncco', JSON.parse(JSON.stringify(object)))).toEqual([]);
    const code = language === 'ar' ? 'ar' : VOICES[language].language;
    expect(object).toEqual([{ action: 'talk', text, language: code }]);
  });
});

test('without a language a text is read as before', () => {
  const said: CallAction[] = [{ kind: 'say', text: 'Hello' }];
  expect(twiml(said, ADDRESSES, 60)).toContain('<Say>Hello</Say>');
  expect(ncco(said, ADDRESSES, { record: false, reference: 'r' })).toMatchObject([{ language: 'en-GB' }]);
});
