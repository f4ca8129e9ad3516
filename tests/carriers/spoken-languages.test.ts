import { LANGUAGES } from '../../db/enums.ts';
import { plivoMarkup } from '../../src/carriers/adapters/plivo/markup.ts';
import { twiml } from '../../src/carriers/adapters/twilio/twiml.ts';
import { ncco } from '../../src/carriers/adapters/vonage/ncco.ts';
import { VOICES } from '../../src/carriers/adapters/voices.ts';
import { SPEECH } from '../../src/carriers/speech.ts';
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
  const spoken: CallAction[] = [{ kind: 'menu', text, language }, ...actions];

  test('each digit stands for itself, twice, and nothing else is a figure', () => {
    expect(text.replace(/\D/g, '')).toBe('120346120346');
    expect(text).not.toMatch(/\d\d/);
    expect(actions).toEqual([{ kind: 'say', text, language }, { kind: 'hang-up' }]);
  });

  test('the markup names its voice', () => {
    const { name, language: code } = VOICES[language];
    const document = twiml(spoken, ADDRESSES, 60);
    expect(twimlFaults(document)).toEqual([]);
    expect(document.split(`<Say voice="Polly.${name}" language="${code}">${text}</Say>`)).toHaveLength(3);
    const markup = plivoMarkup(spoken, ADDRESSES, { timeLimit: 60, record: false });
    expect(plivoMarkupFaults(markup)).toEqual([]);
    expect(markup.split(`<Speak voice="Polly.${name}">${text}</Speak>`)).toHaveLength(3);
  });

  test('the call control object names its language', () => {
    const object = ncco(spoken, ADDRESSES, { record: false, reference: 'r' });
    expect(reportFaults('vonage', 'Ncco', JSON.parse(JSON.stringify(object)))).toEqual([]);
    const code = language === 'ar' ? 'ar' : VOICES[language].language;
    const talk = { action: 'talk', text, language: code };
    expect(object).toMatchObject([talk, { action: 'input' }, talk]);
  });
});

test('each language has words of its own', () => {
  const words = LANGUAGES.flatMap((language) => Object.values(SPEECH[language]));
  expect(new Set(words).size).toBe(LANGUAGES.length * Object.keys(SPEECH.en).length);
});

test('without a language a text is read as before', () => {
  const said: CallAction[] = [{ kind: 'say', text: 'Hello' }];
  expect(twiml(said, ADDRESSES, 60)).toContain('<Say>Hello</Say>');
  expect(ncco(said, ADDRESSES, { record: false, reference: 'r' })).toMatchObject([{ language: 'en-GB' }]);
});
