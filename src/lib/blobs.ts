// What a file's bytes are turned into: an address that carries them, and the name that says what they are.

/** The bytes as a `data:` address, which asks for nothing a second time. */
export function dataUrl(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    // readAsDataURL gives a text.
    reader.onload = () => done(reader.result as string);
    reader.onerror = () => fail(reader.error ?? new Error('The picture could not be read.'));
    reader.readAsDataURL(blob);
  });
}

/** The SHA-256 of bytes in 64 letters and digits: the same content has the same name. */
export async function contentName(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
