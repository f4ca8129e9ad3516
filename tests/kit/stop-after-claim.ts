import { plugin } from 'bun';
import { readFileSync } from 'node:fs';

/** Runs inside a test's server process: stops it, as SIGSTOP does, whenever it has claimed messages. */
plugin({
  name: 'stop-after-claim',
  setup: (build) => {
    build.onLoad({ filter: /\/messaging\/delivery\/claim\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: `${readFileSync(path, 'utf8').replace('export async function claimRecipients', 'async function claimUnstopped')}
        export async function claimRecipients(...given: Parameters<typeof claimUnstopped>) {
          const claim = await claimUnstopped(...given);
          if (claim.recipients.length > 0) process.kill(process.pid, 'SIGSTOP');
          return claim;
        }`,
    }));
  },
});
