// Derives the user's access to the app from session, profile, subscription and connection.
export type Role = 'admin' | 'employee';

export type Subscription = {
  /** 'active' and 'trialing' count; anything else is inactive. */
  subscriptionStatus: string | null;
  /** ISO instants. */
  trialEndsAt: string | null;
  subscriptionEndsAt: string | null;
};

export type Profile = Subscription & {
  id: string;
  firstName: string | null;
  lastName: string | null;
  /** Storage path of the profile picture in the bucket 'avatars'. */
  avatarUrl: string | null;
  phone?: string | null;
  role: Role;
  /** For an employee the account holder's id; null once removed. */
  adminId: string | null;
  /** 'suspended' while the account holder has paused an employee's access. */
  personStatus?: string | undefined;
  /**
   * The account holder's choice for this employee; null (or missing in an old cached copy): the farm's setting applies.
   */
  seesRates?: boolean | null | undefined;
  seesAllWorks?: boolean | null | undefined;
  email?: string | null;
  /** The demo farm of visitors: everything can be read, nothing written. Missing in an old cached copy. */
  isDemo?: boolean | undefined;
};

/** 'missing': the server returned no row. 'unreachable': no response, and no cached copy on the device. */
export type Loaded<T> = 'loading' | 'missing' | 'unreachable' | T;

export type AccessInput = {
  session: 'loading' | 'signedOut' | 'recovery' | { userId: string };
  profile: Loaded<Profile>;
  /** The account holder's subscription; loaded for employees only, null for an admin. */
  adminSubscription: Loaded<Subscription> | null;
  now: Date;
  online: boolean;
};

export type Access =
  | { kind: 'loading' }
  | { kind: 'signedOut' }
  /** A password link from an e-mail was opened and no new password is set yet: overrides every redirect. */
  | { kind: 'recovery' }
  | { kind: 'noProfile' }
  /** An employee who was removed from their account or left it. */
  | { kind: 'unlinkedEmployee'; profile: Profile }
  /** The account holder paused this employee's access, or the account has lapsed. */
  | { kind: 'employeeSuspended'; profile: Profile }
  /** The holder of a lapsed account: may read everything, but write nothing. */
  | { kind: 'adminInactive'; profile: Profile }
  | { kind: 'active'; profile: Profile; role: Role; accountId: string; subscription: Subscription }
  /** Unknown because the server cannot be reached. Must not be treated as signed out or as having no profile. */
  | { kind: 'offlineUnknown' };

const DAY_MS = 24 * 60 * 60_000;

/**
 * End of the paid period or trial in milliseconds, past or future; null for any other status or if no end is stored.
 */
export function subscriptionEnd({ subscriptionStatus: status, ...ends }: Subscription): number | null {
  const end = status === 'active' ? ends.subscriptionEndsAt : status === 'trialing' ? ends.trialEndsAt : null;
  return end === null ? null : Date.parse(end);
}

function remainingMs(subscription: Subscription, now: Date): number {
  const msLeft = (subscriptionEnd(subscription) ?? 0) - now.getTime();
  return msLeft > 0 ? msLeft : 0;
}

/** Active or on trial with an end in the future; expired at the exact instant of the end. */
export const isSubscriptionActive = (subscription: Subscription, now: Date): boolean =>
  remainingMs(subscription, now) > 0;

/** Days left, rounded up ("1 day left" half an hour before the end); 0 when inactive. */
export const daysLeft = (subscription: Subscription, now: Date): number =>
  Math.ceil(remainingMs(subscription, now) / DAY_MS);

export function accessFor({ session, profile, adminSubscription, now, online }: AccessInput): Access {
  if (session === 'recovery' || session === 'loading' || session === 'signedOut') return { kind: session };
  const waiting: Access = { kind: online ? 'loading' : 'offlineUnknown' };
  if (profile === 'unreachable') return { kind: 'offlineUnknown' };
  if (profile === 'missing') return { kind: online ? 'noProfile' : 'offlineUnknown' };
  // The profile of the previously signed-in user must not be used for this one.
  if (profile === 'loading' || profile.id !== session.userId) return waiting;
  if (profile.role === 'admin') {
    return isSubscriptionActive(profile, now)
      ? { kind: 'active', profile, role: 'admin', accountId: profile.id, subscription: profile }
      : { kind: 'adminInactive', profile };
  }
  if (profile.adminId === null) return { kind: 'unlinkedEmployee', profile };
  if (profile.personStatus === 'suspended') return { kind: 'employeeSuspended', profile };
  if (adminSubscription === 'unreachable') return { kind: 'offlineUnknown' };
  if (adminSubscription === 'loading' || adminSubscription === null) return waiting;
  if (adminSubscription === 'missing') {
    return online ? { kind: 'employeeSuspended', profile } : { kind: 'offlineUnknown' };
  }
  return isSubscriptionActive(adminSubscription, now)
    ? { kind: 'active', profile, role: 'employee', accountId: profile.adminId, subscription: adminSubscription }
    : { kind: 'employeeSuspended', profile };
}

/** The first user-perceived character (grapheme cluster): accents and joined emoji stay together. */
function firstLetter(text: string): string {
  const trimmed = text.trim().slice(0, 100);
  // Firefox before 125 has no Intl.Segmenter; a letter with its combining accents is a close enough fallback.
  if (!('Segmenter' in Intl)) return /^.\p{M}*/u.exec(trimmed)?.[0] ?? '';
  const [first] = new Intl.Segmenter('en-GB').segment(trimmed);
  return first?.segment ?? '';
}

/** "JS" for the avatar; without a name the first letter of the e-mail address. */
export function initials(first: string | null, last: string | null, email: string | null): string {
  const letters = firstLetter(first ?? '') + firstLetter(last ?? '');
  return (letters === '' ? firstLetter(email ?? '') : letters).normalize('NFC').toUpperCase();
}
