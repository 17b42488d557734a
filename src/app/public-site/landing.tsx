// The signed-out landing page, in its own file: a signed-in user never loads it.
import type { ComponentProps } from 'react';
import { PublicFrame } from '@/app/shell/public-frame';
import { LandingPage } from '@/features/sign-in/landing-page';

export function Landing(props: ComponentProps<typeof LandingPage>) {
  return (
    <PublicFrame signedIn={false}>
      <LandingPage {...props} />
    </PublicFrame>
  );
}
