// What the build renders ahead: the first page of somebody who is signed out.
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './app';
import { Landing } from './landing';

const TITLE = /<title>.*?<\/title>/;

/** The markup that the script in main.tsx takes over, and the document's title, which React writes into the head. */
export function prerender(): { title: string; markup: string } {
  const markup = renderToString(
    <StrictMode>
      <StaticRouter location="/">
        <App landing={Landing} />
      </StaticRouter>
    </StrictMode>,
  );
  return { title: TITLE.exec(markup)?.[0] ?? '', markup: markup.replace(TITLE, '') };
}
