// The signed-out landing page, in its own file: a signed-in user never loads it.
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
