// The pages that need no account. A visitor who opens one by its URL gets the document that the build wrote; these are
// for navigation from inside the app.
import { lazy, Suspense, type ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import type { publicPages } from './public-paths';
import { LoadingScreen } from '@/app/shell/loading-screen';
import { PublicFrame } from '@/app/shell/public-frame';
import '@/styles/public.css';
import '@/styles/policies.css';

const ForgotPassword = lazy(async () => ({
  default: (await import('@/features/sign-in/forgot-password-page')).ForgotPasswordPage,
}));
const UpdatePassword = lazy(async () => ({
  default: (await import('@/features/sign-in/update-password-page')).UpdatePasswordPage,
}));

const screens: Record<Exclude<(typeof publicPages)[number]['path'], '/contact'>, ComponentType> = {
  '/features': lazy(async () => ({ default: (await import('@/features/public/features-page')).FeaturesPage })),
  '/about': lazy(async () => ({ default: (await import('@/features/public/about-page')).AboutPage })),
  '/pricing': lazy(async () => ({ default: (await import('@/features/public/pricing-page')).PricingPage })),
  '/privacy-policy': lazy(async () => ({ default: (await import('@/features/public/privacy-page')).PrivacyPage })),
  '/terms-and-conditions': lazy(async () => ({ default: (await import('@/features/public/terms-page')).TermsPage })),
};

const LazyContact = lazy(async () => ({ default: (await import('@/features/contact/contact-page')).ContactPage }));

/** `Contact`: the contact page if it is loaded already, because hydration must not wait for it. */
export function PublicPages({ signedIn, Contact = LazyContact }: { signedIn: boolean; Contact?: ComponentType }) {
  return (
    <PublicFrame signedIn={signedIn}>
      <Suspense fallback={<LoadingScreen />}>
        <Routes>
          {Object.entries({ ...screens, '/contact': Contact }).map(([path, Screen]) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
          <Route path="/forgot-password" element={<ForgotPassword />} />
          <Route path="/update-password" element={<UpdatePassword />} />
        </Routes>
      </Suspense>
    </PublicFrame>
  );
}
