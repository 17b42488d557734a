// Answers the requests to the embedded backend that reach a server of the app.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Installation } from './installation.ts';
import { RESEND_PATH } from './mail/resend.ts';
import { PUSH_PATH, pushService } from './push/stand-in.ts';
import { answerWith, isLoopback, originOf, replyJson } from './web-bridge.ts';

const BACKEND_PATH = /^\/(auth|rest|storage|realtime|graphql)\/v1(\/|\?|$)/;

/** Handles the backend's paths; everything else is passed on to the app. `origin`: the server's own address. */
export function backendHandler({ backend, keys, functions, pushes }: Installation, origin: () => string) {
  const pushStandIn = pushService();
  return (request: IncomingMessage, reply: ServerResponse, next: () => void) => {
    const url = request.url ?? '/';
    const path = url.split('?')[0];
    if (path === '/_mail' || path === PUSH_PATH || path === '/_embedded.json') {
      if (!isLoopback(request)) return replyJson(reply, 404, { message: 'Not Found' });
      if (path === '/_mail') return replyJson(reply, 200, backend.mails);
      if (path === PUSH_PATH) return replyJson(reply, 200, pushStandIn.received);
      const ownOrigin = originOf(request, origin());
      return replyJson(reply, 200, {
        ...{ url: ownOrigin, publishableKey: keys.publishable, mailbox: '/_mail' },
        vapidPublicKey: keys.vapid.publicKey,
      });
    }
    const onError = () => {
      if (!reply.headersSent) replyJson(reply, 500, { message: 'The embedded backend failed' });
    };
    if (url.startsWith(`${RESEND_PATH}/`) && isLoopback(request))
      return void answerWith(backend.fetch, origin(), request, reply).catch(onError);
    if (url.startsWith(`${PUSH_PATH}/`) && isLoopback(request)) {
      const answer = (sent: Request) => pushStandIn.answer(sent, url);
      return void answerWith(answer, origin(), request, reply).catch(onError);
    }
    if (url.startsWith('/functions/v1/')) return void functions.handle(request, reply).catch(onError);
    if (!BACKEND_PATH.test(url)) return next();
    if (request.method !== 'GET') reply.once('finish', pushes.afterChange);
    void answerWith(backend.fetch, originOf(request, origin()), request, reply).catch(onError);
  };
}
