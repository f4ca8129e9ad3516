import type { ReactNode } from 'react';
import { type Guarded, useMay } from '../lib/use-may.ts';

/** Shows what an administrator may use by their duty, and nothing of the rest. */
export const Only = ({ may, children }: { may: Guarded; children: ReactNode }) => (useMay()(may) ? children : null);
