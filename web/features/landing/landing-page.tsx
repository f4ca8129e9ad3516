import type { AuthMode } from '../../lib/auth-mode.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { Closing } from './closing.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { LandingHeader } from './landing-header.tsx';
import { Statistics } from './statistics.tsx';
import { Trust } from './trust.tsx';

/** The public page. Every call to action asks for the authentication dialog. */
export function LandingPage({ onChoose }: { onChoose: (mode: AuthMode) => void }) {
  useDocumentTitle(null);
  return (
    <>
      <LandingHeader onChoose={onChoose} />
      <main className="overflow-x-clip">
        <Hero onChoose={onChoose} />
        <Statistics />
        <Features />
        <Trust />
        <Closing onChoose={onChoose} />
      </main>
      <LandingFooter />
    </>
  );
}
