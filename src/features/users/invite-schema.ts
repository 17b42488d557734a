import type { InferOutput } from 'valibot';
import * as v from 'valibot';
import { checkEmail } from '@/domain/identifiers';

const name = v.pipe(v.string(), v.trim(), v.maxLength(60, 'Too long: 60 characters at most.'));

export const inviteSchema = v.object({
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
