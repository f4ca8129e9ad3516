import { expect, test } from 'bun:test';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Notes } from '../../mutants/notes.ts';

test('notes are there for the next run, the last verdict on a mutant counts, and half a line is no verdict', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'topline-notes-'));
  try {
    const notes = new Notes(join(folder, 'new'));
    expect([...(await notes.verdicts()).keys()]).toEqual([]);
    await notes.add({ id: 'one', kind: 'alive', by: '' });
    await notes.add({ id: 'two', kind: 'caught', by: 'a: b' });
    await appendFile(join(folder, 'new', 'tried.jsonl'), '\n{"id":"thr');
    await notes.add({ id: 'one', kind: 'caught', by: 'c: d' });
    await notes.keepSound(new Set(['a: b']));
    const next = new Notes(join(folder, 'new'));
    expect((await next.verdicts()).get('one')).toEqual({ id: 'one', kind: 'caught', by: 'c: d' });
    expect((await next.verdicts()).get('two')?.kind).toBe('caught');
    expect((await next.verdicts()).size).toBe(2);
    expect(await next.sound()).toEqual(new Set(['a: b']));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
