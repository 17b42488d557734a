// Form schema of a person's own name and phone number.
import * as v from 'valibot';
import type { ProfileChange } from '@/data/account/profiles';
import type { Profile } from '@/domain/account/access';
import { cleaned } from '@/widgets/cleaned';

const tooLong = (max: number) => `Too long: ${max} characters at most.`;
const emptyToNull = v.transform((text: string) => text || null);

export const profileSchema = v.object({
  first_name: v.pipe(v.string(), cleaned, v.nonEmpty('First name is required.'), v.maxLength(60, tooLong(60))),
  last_name: v.pipe(v.string(), cleaned, v.maxLength(60, tooLong(60)), emptyToNull),
  phone: v.pipe(
    v.string(),
    cleaned,
    v.maxLength(40, tooLong(40)),
    v.check(
      (text) => text === '' || /^\+?[\d\s()./-]{4,}$/.test(text),
      'A phone number has digits only, such as 07700 900123.',
    ),
    emptyToNull,
  ),
});

export type ProfileInput = v.InferInput<typeof profileSchema>;
export type ProfileOutput = v.InferOutput<typeof profileSchema>;

export const profileValues = ({ firstName, lastName, phone }: Profile): ProfileInput => ({
  first_name: firstName ?? '',
  last_name: lastName ?? '',
  phone: phone ?? '',
});

/** The account holder's phone number is not stored in the profile, but in the invoice settings. */
export const changeOf = ({ phone, ...names }: ProfileOutput, withPhone: boolean): ProfileChange =>
  withPhone ? { ...names, phone } : names;
