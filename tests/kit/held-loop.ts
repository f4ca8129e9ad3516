/**
 * Runs inside a test's server process. It measures the longest that one turn of the event loop has held the process, in
 * processor time of its thread: on a busy machine the clock on the wall says little. SIGUSR2 prints it, and what the
 * machine takes to hand out memory, and begins anew.
 */
let longest = 0;
let last = used();

function used(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

setInterval(() => {
  const now = used();
  longest = Math.max(longest, now - last);
  last = now;
}, 1).unref();

process.on('SIGUSR2', () => {
  const from = used();
  // 16 MB, in pages of 64 kB, that nothing has used yet.
  new Uint8Array(new WebAssembly.Memory({ initial: 256 }).buffer).fill(1);
  console.log(JSON.stringify({ heldMs: longest / 1000, freshMs: (used() - from) / 1000 }));
  longest = 0;
  last = used();
});
