// The signed-out first page, in a file of its own: somebody who is signed in never fetches it.
import type { ComponentProps } from 'react';
import { LandingPage } from '@/features/sign-in/landing-page';
import { PublicFrame } from './shell/public-frame';

export function Landing(props: ComponentProps<typeof LandingPage>) {
  return (
    <PublicFrame signedIn={false}>
      <LandingPage {...props} />
    </PublicFrame>
  );
}
