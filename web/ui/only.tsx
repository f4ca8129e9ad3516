import type { ReactNode } from 'react';
import { type Guarded, useHere, useMay } from '../lib/use-may.ts';

/** Shows what an administrator may use by their duty, and nothing of the rest. */
export const Only = ({ may, children }: { may: Guarded; children: ReactNode }) => (useMay()(may) ? children : null);

/** Shows what a person may use in the account of somebody else by their role; its owner everything. */
export const Here = ({ may, children }: { may: Parameters<ReturnType<typeof useHere>>[0]; children: ReactNode }) =>
  useHere()(may) ? children : null;
