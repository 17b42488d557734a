// The signed-out first page, in a file of its own: somebody who is signed in never fetches it.
import { LandingPage } from '@/features/sign-in/landing-page';
import { PublicFrame } from './shell/public-frame';

export function Landing({ onNear }: { onNear: () => void }) {
  return (
    <PublicFrame signedIn={false}>
      <LandingPage onNear={onNear} />
    </PublicFrame>
  );
}
