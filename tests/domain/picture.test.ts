import { describe, expect, test } from 'vitest';
import { fitInto, kindOf, inspectPicture, sizeOf, unreadableMessage } from '@/lib/files/picture';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part)),
  );
const uint16 = (n: number) => [n >> 8, n & 255];
const uint32 = (n: number) => [...uint16(n >>> 16), ...uint16(n & 0xffff)];

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const png = (width: number, height: number) =>
  bytes(PNG, uint32(13), 'IHDR', uint32(width), uint32(height), [8, 6, 0, 0, 0]);
const jpeg = (width: number, height: number) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe1],
    uint16(10),
    'Exif\0\0..',
    [0xff, 0xff, 0xc4],
    uint16(4),
    [1, 2],
    [0xff, 0xc2],
    uint16(17),
    [8],
    uint16(height),
    uint16(width),
    [3, 1, 34, 0, 2],
  );

describe('the kind of a file', () => {
  test.each([
    ['jpeg', jpeg(4, 3)],
    ['png', png(4, 3)],
    ['webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    ['heic', bytes([0, 0, 0, 24], 'ftypheic')],
    ['heic', bytes([0, 0, 0, 24], 'ftypmif1')],
    ['gif', bytes('GIF89a')],
    ['pdf', bytes('%PDF-1.7')],
    ['svg', bytes('<svg xmlns="x">')],
    ['svg', bytes('\n<?xml version="1.0"?>\n<!-- drawn -->\n<!DOCTYPE svg PUBLIC "x">\n<svg>')],
    ['other', bytes('<!doctype html><svg>')],
    ['other', bytes('MZ')],
    ['other', bytes('')],
  ])('%s is recognised by its bytes', (kind, head) => expect(kindOf(head)).toBe(kind));

  test('the size of a picture is read before it is decoded', () => {
    expect(sizeOf('jpeg', jpeg(4032, 3024))).toEqual({ width: 4032, height: 3024 });
    expect(sizeOf('png', png(30000, 20))).toEqual({ width: 30000, height: 20 });
    const vp8x = bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0], [0x3f, 0x06, 0], [0xaf, 0x04, 0]);
    expect(sizeOf('webp', vp8x)).toEqual({ width: 1600, height: 1200 });
    const vp8 = bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0], [0, 0, 0, 0x9d, 1, 0x2a], [0x40, 6], [0xb0, 4]);
    expect(sizeOf('webp', vp8)).toEqual({ width: 1600, height: 1200 });
    const vp8l = bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0], [0x2f], [0x3f, 0xc6, 0x2b, 0x01]);
    expect(sizeOf('webp', vp8l)).toEqual({ width: 1600, height: 1200 });
    expect(sizeOf('jpeg', bytes([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff]))).toBeNull();
    expect(sizeOf('heic', bytes('any'))).toBeNull();
  });
});

describe('accepted files', () => {
  test('a phone’s photo is accepted', () => {
    expect(inspectPicture(jpeg(4032, 3024), 3_000_000)).toEqual({
      ok: true,
      kind: 'jpeg',
      size: { width: 4032, height: 3024 },
    });
    expect(inspectPicture(jpeg(12_000, 9_000), 24_000_000)).toMatchObject({ ok: true });
  });
  test.each([
    ['an svg', bytes('<svg onload="alert(1)">'), 20, 'This is a drawing (SVG), not a photo. Choose a JPEG or PNG.'],
    [
      'a page named photo.jpg',
      bytes('<html>'),
      20,
      'This is not a photo, whatever its name says. Choose a JPEG or PNG.',
    ],
    ['50 MB', jpeg(4000, 3000), 50 * 1024 * 1024, 'This file has 50 MB. A photo may have 25 MB.'],
    ['25 MB and a byte', jpeg(4000, 3000), 25 * 1024 * 1024 + 1, 'This file has 26 MB. A photo may have 25 MB.'],
    [
      '30,000 pixels',
      png(30_000, 20),
      900,
      "This photo is too large (30,000 × 20 pixels). Take it at the camera's usual size.",
    ],
    [
      'a small file that decodes to 600 MB',
      png(12_400, 12_400),
      900,
      "This photo is too large (12,400 × 12,400 pixels). Take it at the camera's usual size.",
    ],
    ['an empty file', bytes(''), 0, 'This file is empty.'],
    ['a pdf', bytes('%PDF-1.4'), 20, 'This is a PDF, not a photo. Take a photo of the paper instead.'],
  ])('%s is refused, with a message', (_, head, size, sentence) => {
    expect(inspectPicture(head, size)).toEqual({ ok: false, sentence });
  });
  test('a HEIC is tried, because some browsers can read it, and reported if not', () => {
    expect(inspectPicture(bytes([0, 0, 0, 24], 'ftypheic'), 2_000_000)).toEqual({ ok: true, kind: 'heic', size: null });
    expect(unreadableMessage('heic')).toContain('Most Compatible');
    expect(unreadableMessage('jpeg')).toContain('damaged');
  });
});

test('a picture keeps its proportions and is never enlarged', () => {
  expect(fitInto({ width: 4032, height: 3024 }, 1600)).toEqual({ width: 1600, height: 1200 });
  expect(fitInto({ width: 3024, height: 4032 }, 1600)).toEqual({ width: 1200, height: 1600 });
  expect(fitInto({ width: 800, height: 600 }, 1600)).toEqual({ width: 800, height: 600 });
  expect(fitInto({ width: 12_000, height: 3 }, 1600)).toEqual({ width: 1600, height: 1 });
});
