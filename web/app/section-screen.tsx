import { Suspense } from 'react';
import { useLocation } from '../lib/router.ts';
import { Skeleton } from '../ui/frames.tsx';
import { parseSectionSearch, sectionAt } from './section-ids.ts';
import { SECTIONS } from './sections.ts';

/** The section that the address names. */
export function SectionScreen() {
  const { pathname, search } = useLocation();
  const id = sectionAt(pathname, parseSectionSearch(search).section);
  const Section = SECTIONS[id];
  return (
    <Suspense fallback={<SectionSkeleton />}>
      <Section />
    </Suspense>
  );
}

function SectionSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-24" />
      <Skeleton className="h-64" />
    </div>
  );
}
