import { YAML } from 'bun';
import { join } from 'node:path';
import { z } from 'zod';

const composition = z.object({
  services: z.record(
    z.string(),
    z.object({ read_only: z.boolean().optional(), security_opt: z.string().array().optional() }),
  ),
});

test('no container of compose.yaml writes to its own files, or gains rights', async () => {
  const text = await Bun.file(join(import.meta.dir, '../../compose.yaml')).text();
  const { services } = composition.parse(YAML.parse(text));
  const all = Object.entries(services);
  expect(all.length).toBeGreaterThan(2);
  for (const [name, { read_only: readOnly, security_opt: options }] of all) {
    expect([name, readOnly, options]).toEqual([name, true, ['no-new-privileges:true']]);
  }
});
