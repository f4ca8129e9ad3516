test('a long command says how far it is, one line at a time where nobody sits at a terminal', async () => {
  const program = `
    import { showProgress } from './src/platform/kit/progress.ts';
    using progress = showProgress('Backup', 200, 'MB');
    progress.add(50);
    await Bun.stdin.text();
    progress.add(150);`;
  const child = Bun.spawn(['bun', '-e', program], {
    cwd: process.cwd(),
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  let said = '';
  for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
    said += chunk;
    if (said.includes('25%')) await child.stdin.end();
  }
  expect(said).toMatch(/^Backup \S+ 25%, 50 of 200 MB, \d+ a second, \S+ left\n/);
  expect(said.trim().split('\n').at(-1)).toMatch(/^Backup \S+ 100%, 200 of 200 MB, [\d,]+ a second, 0s left$/);
});
