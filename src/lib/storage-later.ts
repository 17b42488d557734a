// Stands in for @supabase/storage-js, which supabase-js brings whole. Few pages show a file, so its 8 kB come with the
// first one: until then only what the library is made from is kept.
import type { StorageClient as Whole } from '@supabase/storage-js/dist/index.mjs';

export class StorageClient {
  readonly #made: ConstructorParameters<typeof Whole>;

  constructor(...made: ConstructorParameters<typeof Whole>) {
    this.#made = made;
  }

  /** The library itself, with the project's address and its person's key. */
  async whole(): Promise<Whole> {
    const { StorageClient: Library } = await import('@supabase/storage-js/dist/index.mjs');
    return new Library(...this.#made);
  }
}

/** Only asked for by name. */
export class StorageApiError extends Error {}
