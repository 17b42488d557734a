// Replaces @supabase/functions-js, which supabase-js imports whole. Few pages call a function, so the library is loaded
// with the first call; until then only its constructor arguments are kept.
import type { FunctionsClient as Whole } from '@supabase/functions-js/dist/module/FunctionsClient.js';

export class FunctionsClient {
  readonly #made: ConstructorParameters<typeof Whole>;

  constructor(...made: ConstructorParameters<typeof Whole>) {
    this.#made = made;
  }

  /** The library itself, with the project's address and the user's token. */
  async whole(): Promise<Whole> {
    const { FunctionsClient: Library } = await import('@supabase/functions-js/dist/module/FunctionsClient.js');
    return new Library(...this.#made);
  }
}

/** Exported only because they are imported by name. */
export class FunctionsError extends Error {}
export class FunctionsFetchError extends FunctionsError {}
export class FunctionsHttpError extends FunctionsError {}
export class FunctionsRelayError extends FunctionsError {}
export const FunctionRegion = {};
