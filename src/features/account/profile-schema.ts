// Form schema of a person's own name and phone number.
import * as v from 'valibot';
import type { ProfileChange } from '@/data/account/profiles';
import type { Profile } from '@/domain/account/access';
import { emptyAsNull } from '@/domain/core/typed';
import { limitedText, optionalText } from '@/widgets/text-schema';

export const profileSchema = v.object({
  first_name: v.pipe(limitedText({ max: 60 }), v.nonEmpty('First name is required.')),
  last_name: optionalText({ max: 60 }),
  phone: v.pipe(
    limitedText({ max: 40 }),
    v.check(
      (text) => text === '' || /^\+?[\d\s()./-]{4,}$/.test(text),
      'A phone number has digits only, such as 07700 900123.',
    ),
    emptyAsNull,
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
