// The second factor at sign-in: a code from an authenticator app (TOTP), if the project offers it.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { BRAND } from '@/lib/brand';
import { refuseInDemo } from '@/lib/demo';
import * as keys from '@/lib/query-keys';
import { toast } from '@/lib/toast';
import { confirmPassword, Refusal, refusalOf } from './own-access';
import { client } from './session-store';

export type SecondStep = { id: string; since: string };

/** Unverified factors are ignored and deleted on the next attempt. */
async function listFactors() {
  const { auth } = await client();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw refusalOf(error);
  return data;
}

/** The second factor of the signed-in user; null if there is none. */
export const secondStepQuery = (userId: string) =>
  queryOptions({
    queryKey: [keys.secondStep, userId],
    queryFn: async (): Promise<SecondStep | null> => {
      const [factor] = (await listFactors()).totp;
      return factor ? { id: factor.id, since: factor.created_at } : null;
    },
  });

/** An SVG as a data: URL, encoded so that nothing in it can end the URL early. Only used as the source of an image. */
const pictureOf = (answer: string) =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(answer.replace(/^data:image\/svg\+xml;[^,]*,/, ''))}`;

/** `picture`: the QR code as a URL; `key`: its content, to type or to write down. */
export type NewSecondStep = { id: string; picture: string; key: string };

/** Begins to set up a second factor. Sign-in does not ask for it until a code has confirmed it. */
export const beginSecondStep = mutationOptions({
  mutationKey: ['second-step', 'begin'],
  mutationFn: async ({ email, current }: { email: string; current: string }): Promise<NewSecondStep> => {
    refuseInDemo();
    await confirmPassword(email, current);
    const { auth } = await client();
    for (const { id, status } of (await listFactors()).all)
      if (status === 'unverified') await auth.mfa.unenroll({ factorId: id });
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp', issuer: BRAND, friendlyName: email });
    if (error) throw refusalOf(error);
    return { id: data.id, picture: pictureOf(data.totp.qr_code), key: data.totp.secret };
  },
});

async function verifyCode(id: string, code: string): Promise<void> {
  const { auth } = await client();
  const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code: code.replace(/\s/g, '') });
  if (error) throw refusalOf(error, 'next');
}

/** Confirms the factor with its first code; from then on every sign-in asks for a code. */
export const confirmSecondStep = mutationOptions({
  mutationKey: ['second-step', 'confirm'],
  mutationFn: ({ id, code }: { id: string; code: string }) => verifyCode(id, code),
  meta: {
    saved: { title: 'Two-factor sign-in is on', description: 'A code is asked for at every sign-in.' },
    invalidates: [keys.secondStep],
  },
});

/** Completes the sign-in: verifies the code. Throws a Refusal. */
export async function passSecondStep(code: string): Promise<void> {
  const [factor] = (await listFactors()).totp;
  if (!factor) throw new Refusal('Something went wrong');
  await verifyCode(factor.id, code);
  toast({ tone: 'ok', title: 'Welcome back!', description: "You've been signed in successfully." });
}

/** Removes the second factor, after verifying the password again. */
export const removeSecondStep = mutationOptions({
  mutationKey: ['second-step', 'remove'],
  mutationFn: async ({ id, email, current }: { id: string; email: string; current: string }) => {
    await confirmPassword(email, current);
    const { auth } = await client();
    const { error } = await auth.mfa.unenroll({ factorId: id });
    if (error) throw refusalOf(error);
    await auth.refreshSession();
  },
  meta: {
    saved: { title: 'Two-factor sign-in is off', description: 'Your password alone signs you in.' },
    invalidates: [keys.secondStep],
  },
});
