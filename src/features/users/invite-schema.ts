import type { InferOutput } from 'valibot';
import * as v from 'valibot';
import { EMAIL_ERROR, singleAddress } from '@/domain/core/identifiers';
import { cleaned } from '@/widgets/cleaned';

const name = v.pipe(v.string(), cleaned, v.maxLength(60, 'Too long: 60 characters at most.'));

/** There is no default: the account holder decides for each person what they may see. */
const visibilitySchema = v.object({
  works: v.picklist(['all', 'own'], 'Choose whose jobs they see.'),
  prices: v.picklist(['shown', 'hidden'], 'Choose whether they see prices.'),
});
export type VisibilityText = { works: 'all' | 'own' | null; prices: 'shown' | 'hidden' | null };

export const visibilityOf = ({ works, prices }: InferOutput<typeof visibilitySchema>) => ({
  seesAllWorks: works === 'all',
  seesRates: prices === 'shown',
});

export const inviteSchema = v.object({
  ...visibilitySchema.entries,
  email: v.pipe(v.string(), v.transform(singleAddress), v.string(EMAIL_ERROR), v.toLowerCase()),
  firstName: name,
  lastName: name,
});

export type InviteFields = InferOutput<typeof inviteSchema>;
export type InviteText = Omit<InviteFields, keyof VisibilityText> & VisibilityText;
