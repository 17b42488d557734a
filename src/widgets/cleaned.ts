import * as v from 'valibot';
import { cleanText } from '@/domain/core/plain-text';

/** In a form schema: typed text as it is stored, trimmed and with nothing invisible. */
export const cleaned = v.transform(cleanText);
