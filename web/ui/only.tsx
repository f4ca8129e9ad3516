import { type ReactNode, use } from 'react';
import { May } from './may.ts';
import { type Guarded, useMay } from '../lib/use-may.ts';

/** Shows what an administrator may use by their duty, and nothing of the rest. */
export const Only = ({ may, children }: { may: Guarded; children: ReactNode }) => (useMay()(may) ? children : null);

/** Shows what a person may do in the account of somebody else by their role; its owner everything. */
export const Here = ({ may, children }: { may: string; children: ReactNode }) => (use(May)(may) ? children : null);
