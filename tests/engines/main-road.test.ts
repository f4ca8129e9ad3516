import { appForFile, credit, RunningClock, signUp } from '../kit/index.ts';
import { openFirefox, openWebKit } from './engines.ts';

const app = await appForFile({ clock: new RunningClock() });
const field = (label: string) => `//*[@id=//label[normalize-space()='${label}']/@for]`;
const button = (name: string) => `//*[@role='dialog']//button[normalize-space()='${name}']`;
/** The innermost element that has a text. */
const text = (words: string, within = '') =>
  `${within}//*[contains(normalize-space(), '${words}')][not(*[contains(normalize-space(), '${words}')])]`;

test.each([
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const)(
  '%s signs in, sees credit come and pays',
  async (_name, open) => {
    const person = await signUp(app);
    const engine = await open();
    try {
      await engine.goto(`${app.url}/login`);
      await engine.type(field('Email'), person.email);
      await engine.type(field('Password'), person.password);
      await engine.click(button('Sign In'));
      await engine.sees(text('Dashboard Overview'));
      await engine.sees(text('£0.00', '//header'));
      await credit(app, person, '12.34');
      await engine.sees(text('£12.34', '//header'));

      await engine.click(text('Billing', '//nav'));
      await engine.click(text('Bitcoin'));
      await engine.click(text('£100'));
      await engine.click("//button[normalize-space()='Continue to payment']");
      await engine.sees(text('This is a demonstration address.'));
      await engine.type(field('Transaction hash'), Bun.SHA256.hash(person.id, 'hex'));
      await engine.click(button('Submit payment'));
      await engine.sees(text('Payment Submitted Successfully'));
      await engine.sees(text('Pending'));
      expect(await engine.errors()).toEqual([]);
    } finally {
      await engine.close();
    }
  },
  120_000,
);
