// Runs in Deno: one process that serves every supabase/functions/NAME/index.ts. Each is written as for a hosted project
// and calls Deno.serve at its top level; its handler is captured instead of opening a port. The part of Deno's
// interface that this file uses:
declare const Deno: {
  args: string[];
  serve: (options: unknown, handler: Handler) => { shutdown: () => Promise<void> };
  stdin: { readable: AsyncIterable<Uint8Array> };
  exit: (code: number) => never;
};
type Handler = (request: Request, info?: unknown) => Response | Promise<Response>;

const [folder] = Deno.args;
const serve = Deno.serve.bind(Deno);

let captured: Handler | undefined;
function captureHandler(...args: unknown[]) {
  // Deno.serve(handler), Deno.serve(options, handler) or Deno.serve({ handler }).
  const inOptions = (args[0] as { handler?: Handler } | undefined)?.handler;
  captured = (args.find((value) => typeof value === 'function') as Handler | undefined) ?? inOptions;
  const address = { transport: 'tcp', hostname: '127.0.0.1', port: 0 };
  return { finished: Promise.resolve(), shutdown: () => Promise.resolve(), ref() {}, unref() {}, addr: address };
}
Object.defineProperty(Deno, 'serve', { value: captureHandler, configurable: true, writable: true });

const handlers = new Map<string, Promise<Handler>>();
let loading: Promise<unknown> = Promise.resolve();

// Load one module at a time: a handler belongs to the module that is loading when Deno.serve is called.
function handlerOf(name: string): Promise<Handler> {
  const loaded = handlers.get(name);
  if (loaded) return loaded;
  const handler = loading.then(async () => {
    captured = undefined;
    await import(`file://${folder}/${name}/index.ts`);
    if (!captured) throw new Error(`the function ${name} did not call Deno.serve`);
    return captured;
  });
  loading = handler.catch(() => undefined);
  handler.catch(() => handlers.delete(name));
  handlers.set(name, handler);
  return handler;
}

const server = serve(
  { hostname: '127.0.0.1', port: 0, onListen: ({ port }: { port: number }) => console.log(`FUNCTIONS_PORT=${port}`) },
  async (request, info) => {
    const name = new URL(request.url).pathname.split('/')[1] ?? '';
    try {
      return await (
        await handlerOf(name)
      )(request, info);
    } catch (error) {
      console.error(`[functions/${name}]`, error);
      const body = { code: 'WORKER_ERROR', message: 'Function exited due to an error (please check logs)' };
      return Response.json(body, { status: 500 });
    }
  },
);

// The parent holds the other end of stdin: when it exits or crashes, this process exits too.
for await (const _ of Deno.stdin.readable);
await server.shutdown();
Deno.exit(0);

export {};
