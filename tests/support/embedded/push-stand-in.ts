// A stand-in for the push services on its own port, and a device that decrypts what it receives (RFC 8291, RFC 8188), written
// apart from the library that encrypts.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';

type Received = { path: string; headers: Record<string, string>; body: Buffer };

/** Start it in beforeAll and give `url` to the functions as PUSH_STAND_IN; call `close` in afterAll. */
export async function pushStandIn() {
  const received: Received[] = [];
  let answer: { status: number; headers?: Record<string, string> } = { status: 201 };
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ path: request.url ?? '', headers, body: Buffer.concat(parts) });
      reply.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    received,
    answerWith: (next: typeof answer) => (answer = next),
    reset: () => {
      answer = { status: 201 };
      received.length = 0;
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

/** The keys of a browser's subscription, and its view of a message. */
export function pushDevice() {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length));
  return {
    keys: { p_p256dh: publicKey.toString('base64url'), p_auth: auth.toString('base64url') },
    /** The text of a message of one record. */
    decrypt: (body: Buffer): string => {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const senderKey = body.subarray(21, 21 + keyLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
      const secret = derive(pair.computeSecret(senderKey), auth, info, 32);
      const contentKey = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const encrypted = body.subarray(21 + keyLength);
      const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
      decipher.setAuthTag(encrypted.subarray(-16));
      const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
      // The last byte that is not zero marks the end of the text (2: of the last record).
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
    },
  };
}

/** The claims of a signed request (RFC 8292), or null if this key did not sign it. */
export function vapidClaims({ authorization = '' }: Record<string, string>, publicKey: string): unknown {
  const [, token = '', key] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    ...{ x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  };
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isValid && key === publicKey ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : null;
}
