import { join } from 'node:path';
import { section } from '../check/run.ts';
import { createDatabase } from '../kit/cluster.ts';
import { eventually } from '../kit/eventually.ts';

const STARTERS = [
  ['a server', 'startServerProcess(process.env.AT_DATABASE)', 'kit/server-process.ts'],
  ['an Ethereum node', 'startEthereumNode()', 'chain/kit/ethereum-node.ts'],
] as const;

test.each(STARTERS)('%s that a test has started ends with the process of the test', async (_, start, file) => {
  const database = await createDatabase();
  const name = start.slice(0, start.indexOf('('));
  await using starter = Bun.spawn(
    [
      ...[process.execPath, '-e'],
      `import { ${name} } from '${join(import.meta.dir, '..', file)}';
      console.log((await ${start}).url);
      await new Promise(() => setInterval(() => {}, 60_000));`,
    ],
    { env: { ...process.env, AT_DATABASE: database.url }, stdout: 'pipe', stderr: 'inherit' },
  );
  const { value } = await starter.stdout.getReader().read();
  const url = new TextDecoder().decode(value).trim();
  // An Ethereum node refuses this request, which is an answer too.
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  expect(await answers()).toBe(true);
  starter.kill('SIGKILL');
  await starter.exited;
  await eventually('it has ended', async () => !(await answers()));
  await database.drop();
});

test('a command ends though a process that it left behind keeps its output open', async () => {
  const { code, output } = await section('left behind', ['sh', '-c', 'sleep 600 & echo $!; exit 3'], { quietly: true });
  process.kill(Number(output), 'SIGKILL');
  expect(code).toBe(3);
});
