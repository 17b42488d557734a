// What the build prerenders: the signed-out landing page, and a document for each public page.
import { StrictMode, type ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App, type AppPages } from '@/app/app';
import { Landing } from '@/app/public-site/landing';
import { EagerContact } from '@/app/public-site/eager-contact';
import { pageDescriptions, type PublicPath, type RenderedPage } from '@/app/public-site/public-metadata';
import { PublicFrame } from '@/app/shell/public-frame';
import { AboutPage } from '@/features/public/about-page';
import { FeaturesPage } from '@/features/public/features-page';
import { PricingPage } from '@/features/public/pricing-page';
import { PrivacyPage } from '@/features/public/privacy-page';
import { TermsPage } from '@/features/public/terms-page';
import { LandingParts } from '@/features/sign-in/landing-parts';

export { preloadMeta, documentOf, siteMap, withPage, withStyles } from './public-document';

const TITLE = /<title>.*?<\/title>/;

/** Static pages: not hydrated; their only script is boot.js. */
const STATIC_PAGES: Partial<Record<PublicPath, ComponentType>> = {
  '/features': FeaturesPage,
  '/about': AboutPage,
  '/pricing': PricingPage,
  '/privacy-policy': PrivacyPage,
  '/terms-and-conditions': TermsPage,
};

const renderAt = (path: string, pages: AppPages) =>
  renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <App {...pages} />
      </StaticRouter>
    </StrictMode>,
  );

function markupOf(path: PublicPath): string {
  if (path === '/') {
    return renderAt(path, { landing: ({ onFormFocus }) => <Landing onFormFocus={onFormFocus} Parts={LandingParts} /> });
  }
  const Page = STATIC_PAGES[path];
  if (!Page) return renderAt(path, { publicPages: EagerContact });
  return renderToStaticMarkup(
    <StaticRouter location={path}>
      <PublicFrame signedIn={false}>
        <Page />
      </PublicFrame>
    </StaticRouter>,
  );
}

/** Every page that needs no account, the landing page first. */
export function prerender(): RenderedPage[] {
  return pageDescriptions.map(({ path, description }) => {
    const markup = markupOf(path);
    return {
      path,
      description,
      title: TITLE.exec(markup)?.[0] ?? '',
      // The content security policy allows no style attributes; the tabs library sets its own after hydration.
      markup: markup.replace(TITLE, '').replace(/ style="[^"]*"/g, ''),
      hydrated: !(path in STATIC_PAGES),
    };
  });
}
