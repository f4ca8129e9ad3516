import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { z } from 'zod';
import { DESCRIPTIONS } from '../../../src/edge/http/openapi-served.ts';
import { appForFile } from '../../kit/index.ts';

const app = await appForFile({ background: false });

/** Each warning and error, as one line. */
const LINTERS = {
  Redocly: async (source: string): Promise<string[]> => {
    const faults = await lintFromString({ source, config: await createConfig({ extends: ['recommended'] }) });
    return faults.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
  },
  Spectral: async (source: string): Promise<string[]> => {
    const linter = new spectral.Spectral();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Its packages disagree about optional properties.
    linter.setRuleset({ extends: [oas as spectral.RulesetDefinition] });
    return (await linter.run(source)).map(({ code, path }) => `${code} ${path.join('/')}`);
  },
};

describe.each(Object.entries(LINTERS))('%s', (_name, lint) => {
  test.each(Object.values(DESCRIPTIONS))('has nothing to say of %s', async (path) => {
    expect(await lint(await (await app.fetch(path)).text())).toEqual([]);
  });

  test('says what is wrong with a description', async () => {
    const text = await (await app.fetch(DESCRIPTIONS.programs)).text();
    const { tags: _tags, info: _info, ...broken } = z.looseObject({}).parse(JSON.parse(text));
    expect(await lint(JSON.stringify(broken))).not.toEqual([]);
  });
});
