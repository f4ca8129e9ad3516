import { z } from 'zod';
import { faultText } from './faults.ts';

/** A price as the caller was shown it, in pounds. */
export const shownPrice = z.string().regex(/^\d{1,8}(\.\d{1,4})?$/, faultText('poundsForm'));
