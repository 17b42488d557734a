import type { InferOutput } from 'valibot';
import * as v from 'valibot';
import { checkEmail } from '@/domain/core/identifiers';

const name = v.pipe(v.string(), v.trim(), v.maxLength(60, 'Too long: 60 characters at most.'));

/** No default: what a person may see is chosen for each of them. */
const sightSchema = v.object({
  works: v.picklist(['all', 'own'], 'Choose whose jobs they see.'),
  prices: v.picklist(['shown', 'hidden'], 'Choose whether they see prices.'),
});
export type SightText = { works: 'all' | 'own' | null; prices: 'shown' | 'hidden' | null };

export const sightOf = ({ works, prices }: InferOutput<typeof sightSchema>) => ({
  seesAllWorks: works === 'all',
  seesRates: prices === 'shown',
});

export const inviteSchema = v.object({
  ...sightSchema.entries,
  email: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.check((text) => checkEmail(text).ok, 'Please enter a valid email address.'),
  ),
  firstName: name,
  lastName: name,
});

export type InviteFields = InferOutput<typeof inviteSchema>;
export type InviteText = Omit<InviteFields, keyof SightText> & SightText;
