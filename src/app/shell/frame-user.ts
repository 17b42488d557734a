// How the user is shown in the frame.
import { initials, type Profile } from '@/domain/account/access';

export type FrameUser = { role: Profile['role']; name: string; initials: string; avatar: string | null };

/** Full name, or the e-mail address if there is none. */
export function frameUserOf(profile: Profile, email: string | null): FrameUser {
  const name = [profile.firstName, profile.lastName].filter((part) => part?.trim()).join(' ');
  return {
    role: profile.role,
    name: name || email || 'Your account',
    initials: initials(profile.firstName, profile.lastName, email),
    avatar: profile.avatarUrl,
  };
}
